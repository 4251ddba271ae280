import LuaAPI
import LuaRuntime

/// Finds the words that may stand where a person presses Tab.
///
/// It looks at values past their metamethods and calls nothing: completion has no side effects.
struct Completer {
  let evaluator: Evaluator
  let commands: [DotCommand]

  /// `range` is the word in the buffer, in bytes; what stands before it says what may follow.
  func candidates(in buffer: String, for range: Range<Int>) -> [Candidate] {
    let bytes = Array(buffer.utf8)
    guard range.upperBound <= bytes.count else { return [] }
    let word = String(decoding: bytes[range], as: UTF8.self)
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    if before == "." {
      return matching(word, commands.map { Candidate($0.name, ending: 0x20, note: $0.help) })
    }
    if before.hasPrefix("?") {
      let named = String(before.drop { $0 == "?" })
      let start = before.utf8.count - named.utf8.count
      return candidates(
        in: named + word, for: named.utf8.count..<(range.upperBound - start))
    }
    if before.hasPrefix(".") { return choices(of: before, word) }
    let words = LuaTokens(before)
    let tokens = words.code
    if words.endsInText { return matching(word, quotedWords(in: words)) }
    guard let last = tokens.last, last.text == "." || last.text == ":",
      last.range.upperBound == range.lowerBound
    else {
      let keys = optionKeys(after: tokens)
      if !keys.isEmpty { return matching(word, keys) }
      let ids = word.allSatisfy(\.isWholeNumber) ? matching(word, ids(behind: tokens)) : []
      return ids.isEmpty ? matching(word, globals) : ids
    }
    guard let owner = evaluator.value(ofChainEndingAt: tokens.count - 2, in: tokens) else {
      return last.text == ":"
        ? matching(word, methods(ofCallEndingAt: tokens.count - 2, tokens)) : []
    }
    let keys = last.text == "." ? preferences(of: owner) : []
    return matching(word, keys + fields(of: owner, areMethods: last.text == ":"))
  }

  func matching(_ word: String, _ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(word) }
  }

  private func choices(of before: String, _ word: String) -> [Candidate] {
    let (name, typed) = DotCommand.split(before)
    guard let command = commands.first(where: { $0.name == name }) else { return [] }
    if case .lua(let count) = command.takes {
      return lua(behind: count, of: before, word)
    }
    if case .file = command.takes {
      let files = FileWords.next(after: typed)
      return matching(
        word, files.map { Candidate($0.word, ending: $0.ending?.utf8.first, note: $0.note) })
    }
    return typed.isEmpty ? matching(word, command.choices.map { Candidate($0) }) : []
  }

  /// What may stand in the Lua that a command takes, behind so many words of its own.
  private func lua(behind count: Int, of before: String, _ word: String) -> [Candidate] {
    var rest = Substring(before)
    for _ in 0...count {
      rest = rest.drop { !$0.isWhitespace }
      guard !rest.isEmpty else { return [] }
      rest = rest.drop(while: \.isWhitespace)
    }
    let start = rest.utf8.count
    return candidates(in: rest + word, for: start..<(start + word.utf8.count))
  }

  private var globals: [Candidate] {
    let keywords = LuaLexer.keywords.map { Candidate($0, ending: 0x20, note: "keyword") }
    let names = Set(evaluator.names).map { candidate($0, evaluator.value(ofName: $0)) }
    return (keywords + names).sorted { $0.word < $1.word }
  }

  private func fields(of owner: LuaValue, areMethods: Bool) -> [Candidate] {
    var found: [String: Candidate] = [:]
    for table in evaluator.tables(behind: owner) {
      do {
        try table.forEach { key, value in
          guard let name = key.text, isName(name), found[name] == nil else { return }
          guard !areMethods || value.kind == .function else { return }
          found[name] = candidate(name, value)
        }
      } catch { continue }
    }
    return found.values.sorted { $0.word < $1.word }
  }

  private func candidate(_ name: String, _ value: LuaValue) -> Candidate {
    Candidate(
      name, ending: value.kind == .function ? UInt8(ascii: "(") : nil, note: kind(of: name, value))
  }

  private func kind(of name: String, _ value: LuaValue) -> String {
    guard let table = value.table else { return value.kind.name }
    if let name = table.className { return name }
    return evaluator.session.functions.contains { $0.name.hasPrefix(name + ".") }
      ? "module" : "table"
  }
}
