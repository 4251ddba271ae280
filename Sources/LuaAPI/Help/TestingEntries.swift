import Vocabulary

/// What is known of the functions of test files. The console has them; only `lectern test` runs
/// cases.
enum TestingEntries {
  private static func entry(
    _ name: String, _ parameters: [Parameter] = [], result: String = "", doc: String,
    example: String
  ) -> FunctionEntry {
    FunctionEntry(
      name, parameters, result: result, errors: [.badValue], doc: doc, example: example)
  }

  static let all = structure + expectations

  private static let structure = [
    entry(
      "describe", [.required("name", .text), .required("fn", .function)],
      doc: "Names a group of cases; groups may stand in groups. In files of lectern test only.",
      example: """
        -- numbers.lua, run by: lectern test numbers.lua
        local function file()
          describe("numbers", function()
            it("add up", function() expect(1 + 1):equals(2) end)
          end)
        end
        """),
    entry(
      "it", [.required("name", .text), .required("fn", .function)],
      doc: """
        Names a case. Each runs in a library and a Lua state of its own: the file runs anew for \
        it. In files of lectern test only.
        """,
      example: """
        local function file()
          it("keeps a note", function()
            notes.add("John 3:16", "x")
            expect(notes.find{}):has_length(1)
          end)
        end
        """),
    entry(
      "before_each", [.required("fn", .function)],
      doc: "Runs a function before each case of its group and of the groups in it.",
      example: #"local function file() before_each(function() notes.add("John 3:16", "x") end) end"#
    ),
    entry(
      "after_each", [.required("fn", .function)],
      doc: "Runs a function after each case of its group, also after one that failed.",
      example: #"local function file() after_each(function() collectgarbage() end) end"#),
    entry(
      "pending", [.required("name", .text), .optional("fn", .function)],
      doc: "Names a case that is not to be run yet; it is counted and never fails.",
      example: #"local function file() pending("knows Hebrew numbering") end"#),
  ]

  private static let expectations = [
    entry(
      "expect", [.required("value", .any)], result: "expectation",
      doc: """
        Begins a claim about a value: expect(v):equals(x). A claim that does not hold is an error \
        that says where the values differ. expect(v).never: turns a claim around.
        """,
      example: "if expect then expect({1, 2}):equals({1, 2}) end"),
    entry(
      "expectation:equals", [.required("expected", .any)],
      doc: "Claims the same value: tables are compared field by field, 1 equals 1.0.",
      example: "if expect then expect({a = {1}}):equals({a = {1}}) end"),
    entry(
      "expectation:is", [.required("expected", .any)],
      doc: "Claims the very same value: for tables and functions, the same one.",
      example: "if expect then expect(print):is(print) end"),
    entry(
      "expectation:contains", [.required("part", .any)],
      doc: """
        Claims that a text has this text in it, or that a table has these fields; in a list, each \
        item of part must be somewhere.
        """,
      example: #"if expect then expect(notes.add("John 3:16", "x")):contains{text = "x"} end"#),
    entry(
      "expectation:has_length", [.required("count", .integer)],
      doc: "Claims how many items or bytes there are.",
      example: "if expect then expect({1, 2}):has_length(2) end"),
    entry(
      "expectation:errors", [.optional("kind", .text)], result: "what was raised",
      doc: """
        Claims that a function raises an error: of this kind, such as not_found, or with this text \
        in its message.
        """,
      example: #"if expect then expect(function() notes.get(99) end):errors("not_found") end"#),
    entry(
      "expectation:matches", [.required("pattern", .text)],
      doc: "Claims that a text matches a pattern of Lua.",
      example: #"if expect then expect("john 3:16"):matches("^john %d") end"#),
    entry(
      "expectation:is_nil", doc: "Claims that there is no value; null is one.",
      example: "if expect then expect(nil):is_nil() end"),
    entry(
      "expectation:is_true", doc: "Claims true itself.",
      example: "if expect then expect(1 < 2):is_true() end"),
    entry(
      "expectation:is_false", doc: "Claims false itself.",
      example: "if expect then expect(2 < 1):is_false() end"),
    entry(
      "expectation:is_a", [.required("type", .text)],
      doc: "Claims the type of a value, or the class of a record: note.",
      example: #"if expect then expect(1):is_a("number") end"#),
  ]
}
