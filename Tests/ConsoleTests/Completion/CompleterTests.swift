import Testing

@testable import Console

@Suite struct CompleterTests {
  private let evaluator: Evaluator

  init() throws {
    evaluator = Evaluator(
      try TrialSession(), output: Output(renderer: .recording, isQuiet: true))
    _ = try evaluator.run(
      input: """
        local word = {field = {inner = 1}}
        touched = 0
        lazy = setmetatable({}, {__index = function() touched = touched + 1 end})
        """)
  }

  /// The words offered where `|` stands; the word before it is being typed.
  private func offered(_ line: String) -> [String] {
    let before = String(line.prefix { $0 != "|" })
    let start = before.lastIndex { !$0.isLetter && $0 != "_" }
    let word = start.map { before[before.index(after: $0)...] } ?? before[...]
    let range = (before.utf8.count - word.utf8.count)..<before.utf8.count
    return Completer(evaluator: evaluator, commands: DotCommand.all)
      .candidates(in: line.replacing("|", with: ""), for: range).map(\.word)
  }

  @Test(arguments: [
    ("no|", ["not", "notes"]), ("wor|", ["word"]), ("x = aut|", ["auth"]),
    ("notes.|", ["add", "find"]),
    ("notes.a|", ["add"]), ("word.field.i|", ["inner"]), ("print(word.fi|", ["field"]),
    ("n:up|", ["update"]), ("n.i|", ["id"]), (".mo|", ["mode"]), (".mode js|", ["json", "jsonl"]),
    ("nothing.a|", []), ("notes.add('jo|", []), ("-- no|", []), ("f().a|", []), ("lazy.to|", []),
    ("lazy.touched.a|", []), (".help no|", ["not", "notes"]), (".watch 5 notes.a|", ["add"]),
    (".watch no|", []), ("?word.fi|", ["field"]),
  ])
  func `what may stand there is offered`(line: String, words: [String]) {
    #expect(offered(line) == words)
  }

  @Test(arguments: [
    ("notes.add('John 3:16', 'x', {ta|", "tags"),
    ("notes.add('x', 'y', {tags = {'a'}, col|", "collection"),
    ("w.phone.notes.add('x', 'y', { ta|", "tags"), ("n:update{te|", "text"),
    ("n:update({text = f(1), ta|", "tags"),
  ])
  func `the keys of an options table come first`(line: String, key: String) {
    #expect(offered(line).first == key)
  }

  @Test(arguments: [
    ("notes.add('x', 'y', {n|", [String]()), ("n:update{|", ["text", "tags"]),
    ("n:update{text = 1, |", ["text", "tags"]),
  ])
  func `no name stands among the keys`(line: String, words: [String]) {
    #expect(offered(line) == words)
  }

  @Test(arguments: [
    ("notes.add('jn 3:16', 'gr|", ["grace"]), ("notes.add('jn 3:16', {1, 2}, 'gr|", []),
    ("notes.add(f(1, 2), \"|", ["grace", "truth"]), ("notes.add('x', 'y', {tags = '|", ["a-tag"]),
    ("notes.add('x', 'y', {tags = {'b', '|", ["a-tag"]), ("n:update{text = 't|", ["truth"]),
    ("notes.get(1):update{te|", ["text"]), ("notes.get(1):up|", ["update"]),
    ("n:update{na|", [String]()), ("unknown:update{na|", ["name"]), ("print('gr|", []),
  ])
  func `arguments are offered by what is called`(line: String, words: [String]) {
    #expect(offered(line) == words)
  }

  @Test func `a value is not taken for a key`() {
    #expect(!offered("notes.add('x', 'y', {tags = co|").contains("collection"))
    #expect(!offered("notes.add('x', {1, {co|").contains("collection"))
  }

  @Test func `completion runs no code of the script`() throws {
    for line in ["lazy.|", "lazy.a|", "lazy:|", "lazy.a.b|"] { _ = offered(line) }
    #expect(try evaluator.run(input: "touched").results == [.integer(0)])
  }
}
