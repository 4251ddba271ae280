import Testing

@testable import Console

/// What results look like on a real screen.
@Suite struct OutputScreenTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private static let prompt = "lectern(guest) q:0> "

  private func screen(columns: Int, rows: Int = 40) throws -> TerminalScreen {
    let screen = try TerminalScreen(
      ["--memory", "--seed", "1", "--no-rc"], home: home.path, columns: columns,
      rows: rows)
    try screen.wait(forEnd: ">")
    return screen
  }

  /// Signs of many scripts, with what terminals find hard.
  private static let texts = [
    "plain", "שָׁלוֹם עֲלֵיכֶם", "ὁ λόγος ἐν ἀρχῇ ἦν", "e\u{301}e\u{302}", "漢字かな交じり", "한국어 말씀",
    "👍🏽 ok", "👩‍👩‍👧 family", "🇩🇪 flag", "❤️ heart", "1️⃣ keycap", "السلام عليكم", "नमस्ते", "ก็ไทย",
    "ﬁ ligature", "wide　space", "½ ± ©",
  ]

  private static let corpus =
    "rows = {} for i, t in ipairs{" + texts.map { "[[\($0)]]" }.joined(separator: ", ")
    + #", "tab\there", "two\nlines", "\27[31mred", "zero\u{200B}width"} do "#
    + "rows[i] = {id = i, text = t, to = '|'} end"

  @Test(arguments: [80, 40, 20])
  func `notes in a window are a table that fits it, or lines`(columns: Int) throws {
    let screen = try screen(columns: columns)
    try screen.enter(
      #"for i = 1, 3 do notes.add("Psalm " .. i, ("word "):rep(9), {tags = {"a", "b"}}) end"#)
    try screen.wait { $0.contains("q:3") }
    try screen.press("C-l")
    try screen.enter("notes.find{limit=2}")
    let text = try screen.wait { text in
      text.contains("notes.find") && text.hasSuffix("q:3>")
    }
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= columns) }
    let stable = text.replacing(#/20..-..-..T..:..:..\....Z/#, with: "2026-01-01T00:00:00.000Z")
    try GoldenScreen.compare(stable, with: "notes-\(columns)")
  }

  @Test(arguments: ["table", "box"])
  func `columns line up for every script and sign`(mode: String) throws {
    let screen = try screen(columns: 60, rows: 60)
    try screen.enter(Self.corpus)
    try screen.wait { $0.hasSuffix(">") && $0.contains("ipairs") }
    try screen.enter(".mode \(mode)")
    try screen.press("C-l")
    try screen.enter("rows")
    let text = try screen.wait { $0.contains("wide") && $0.hasSuffix(">") }
    try GoldenScreen.compare(text, with: "scripts-\(mode)")
  }

  @Test func `a sign is as wide as the terminal draws it`() throws {
    let screen = try screen(columns: 60)
    // This terminal counts their parts; newer ones, and we, draw one picture of two columns.
    let drawnInParts = ["👍🏽 ok", "❤️ heart", "1️⃣ keycap"]
    for text in Self.texts where !drawnInParts.contains(text) {
      try screen.press("C-l")
      // What a script writes by itself reaches the terminal as it is; the read holds the prompt.
      try screen.enter("io.write([[<\(text)]]) io.flush() io.read()")
      try screen.wait { $0.split(separator: "\n").last?.hasPrefix("<") ?? false }
      #expect(try screen.cursor().column == 1 + DisplayWidth.of(text), "\(text)")
      try screen.press("Enter")
      try screen.wait(forEnd: ">")
    }
  }

  @Test func `what is longer than the window goes through the pager, and only that`() throws {
    let screen = try TerminalScreen(
      ["--memory", "--no-rc", "--quiet"], home: home.path, rows: 10,
      environment: ["PAGER": "sed s/^/paged:/"])
    try screen.wait(forEnd: ">")
    try screen.enter("t = {} for i = 1, 30 do t[i] = {n = i} end")
    try screen.enter("t")
    try screen.wait { $0.contains("paged:30") }
    try screen.press("C-l")
    try screen.enter("{{n = 1}}")
    #expect(try !screen.wait { $0.contains("\n1\n") }.contains("paged:"))
    try screen.enter(".pager off")
    try screen.press("C-l")
    try screen.enter("t")
    #expect(try !screen.wait { $0.contains("30\n") }.contains("paged:"))
  }
}
