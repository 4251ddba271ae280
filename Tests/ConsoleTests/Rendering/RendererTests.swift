import Testing

@testable import Console

@Suite struct RendererTests {
  static let notes = Shown.list([
    .record([
      ShownField("id", .integer(1)), ShownField("ref", .text("John 3:16")),
      ShownField("text", .text("So, \"loved\"\nthe world | 漢字")),
      ShownField("tags", .list([.text("a"), .text("b")])),
    ]),
    .record([
      ShownField("id", .integer(20)), ShownField("ref", .text("ψ 1:1")),
      ShownField("text", .text("")), ShownField("tags", .list([])), ShownField("more", .null),
    ]),
  ])

  private func text(
    _ mode: OutputMode, _ value: Shown = notes, window: Int? = nil, isForTerminal: Bool = true
  ) throws -> String {
    try Renderer(mode: mode, window: window, isForTerminal: isForTerminal).text(of: [value])
  }

  @Test func `a list of records is a table that lines up`() throws {
    #expect(
      try text(.table) == """
        id  ref        text                           tags  more
        --  ---------  -----------------------------  ----  ----
         1  John 3:16  So, "loved"\\nthe world | 漢字  a, b
        20  ψ 1:1

        """)
  }

  @Test func `a box has straight sides in any script`() throws {
    let lines = try text(.box).split(separator: "\n").map(String.init)
    #expect(Set(lines.map(DisplayWidth.of)).count == 1)
  }

  @Test(arguments: [40, 60, 79]) func `a table never leaves its window`(window: Int) throws {
    for mode in [OutputMode.table, .box] {
      for line in try text(mode, window: window).split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= window)
      }
    }
  }

  @Test func `a window too narrow for columns gets a line a field`() throws {
    let plain = Shown.list([
      .record([ShownField("id", .integer(1)), ShownField("text", .text("x"))])
    ])
    let lines = try text(.line)
    #expect(try text(.table, window: 6) == lines)
    #expect(try text(.line, plain) == "  id = 1\ntext = x\n")
  }

  @Test func `json stays json`() throws {
    #expect(
      try text(.json) == """
        [{"id":1,"ref":"John 3:16","text":"So, \\"loved\\"\\nthe world | 漢字","tags":["a","b"]},
        {"id":20,"ref":"ψ 1:1","text":"","tags":[],"more":null}]

        """)
    #expect(try text(.json, .integer(3)) == "3\n")
    #expect(try text(.json, .number(3)) == "3.0\n")
    #expect(throws: ConsoleError.self) { try text(.json, .number(.nan)) }
  }

  @Test func `json lines hold a record each`() throws {
    #expect(try text(.jsonl).split(separator: "\n").count == 2)
  }

  @Test func `csv follows its rfc and tells empty from null`() throws {
    #expect(
      try text(.csv, isForTerminal: false)
        == "id,ref,text,tags,more\r\n1,John 3:16,\"So, \"\"loved\"\"\nthe world | 漢字\","
        + "\"[\"\"a\"\",\"\"b\"\"]\",\r\n20,ψ 1:1,\"\",[],\r\n")
  }

  @Test func `tsv keeps a record on its line`() throws {
    #expect(
      try text(.tsv, isForTerminal: false) == """
        id\tref\ttext\ttags\tmore
        1\tJohn 3:16\tSo, "loved"\\nthe world | 漢字\t["a","b"]\t\\N
        20\tψ 1:1\t\t[]\t\\N

        """)
  }

  @Test func `markdown escapes what would break its table`() throws {
    #expect(
      try text(.markdown) == """
        | id | ref | text | tags | more |
        | --- | --- | --- | --- | --- |
        | 1 | John 3:16 | So, "loved"<br>the world \\| 漢字 | a, b |  |
        | 20 | ψ 1:1 |  |  |  |

        """)
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  @Test(arguments: OutputMode.allCases)
  func `no control character of the data reaches a terminal`(mode: OutputMode) throws {
    let evil = "\u{1B}]0;gone\u{07}\u{9B}31m\u{202E}x\r"
    for value in [
      Shown.text(evil), .list([.text(evil)]), .list([.record([ShownField(evil, .text(evil))])]),
    ] {
      let shown = try text(mode, value).unicodeScalars
      #expect(
        shown.allSatisfy {
          $0 == "\n" || $0 == "\r" && mode == .csv || !isControl($0)
        })
    }
  }

  @Test func `values of one line share it as print has it`() throws {
    let renderer = Renderer(mode: .table, window: nil, isForTerminal: false)
    #expect(
      try renderer.text(of: [.integer(1), .number(2), .text("x"), .nothing]) == "1\t2.0\tx\tnil\n")
    #expect(try renderer.text(of: []) == "")
    #expect(try renderer.text(of: [.number(0.1 + 0.2)]) == "0.3\n")
  }

  @Test func `lua text reads back and breaks over lines`() throws {
    let value = Shown.record([
      ShownField("end", .text("a\"\n")), ShownField("list", .list([.integer(1), .boolean(true)])),
      ShownField("self", .again("value")),
    ])
    #expect(
      try text(.lua, value)
        == "{[\"end\"] = \"a\\\"\\n\", list = {1, true}, self = <again: value>}\n")
    #expect(
      try text(.lua, value, window: 30) == """
        {
          ["end"] = "a\\"\\n",
          list = {1, true},
          self = <again: value>,
        }

        """)
  }

  @Test func `a table inside itself is refused as json by name`() {
    #expect(throws: ConsoleError.self) { try text(.json, .list([.again("t.t")])) }
  }
}
