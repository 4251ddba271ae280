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
    if before == "." { return matching(word, commands.map { Candidate($0.name, ending: 0x20) }) }
    if before.hasPrefix(".") { return choices(of: before, word) }
    let words = LuaTokens(before)
    guard !words.endsInText else { return [] }
    let tokens = words.code
    guard let last = tokens.last, last.text == "." || last.text == ":",
      last.range.upperBound == range.lowerBound
    else {
      let keys = optionKeys(after: tokens)
      return matching(word, keys.isEmpty ? globals : keys)
    }
    guard let owner = evaluator.value(ofChainEndingAt: tokens.count - 2, in: tokens) else {
      return []
    }
    return matching(word, fields(of: owner, areMethods: last.text == ":"))
  }

  private func matching(_ word: String, _ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(word) }
  }

  private func choices(of before: String, _ word: String) -> [Candidate] {
    let name = DotCommand.split(before).name
    let choices = commands.first { $0.name == name }?.choices ?? []
    return matching(word, choices.map { Candidate($0) })
  }

  /// The keys of the options table that is being typed, if one is.
  private func optionKeys(after tokens: [LuaToken]) -> [Candidate] {
    guard let last = tokens.last?.text, last == "{" || last == "," || last == ";",
      let callee = Self.calleeOfTable(openAt: tokens)
    else { return [] }
    let functions = evaluator.session.functions
    let exact = functions.filter { callee == $0.name || callee.hasSuffix("." + $0.name) }
    let byMethod = functions.filter { function in
      function.name.contains(":") && callee.hasSuffix(":" + function.lastPart)
    }
    var seen: Set<String> = []
    return (exact.isEmpty ? byMethod : exact).flatMap(\.optionKeys)
      .filter { seen.insert($0).inserted }.map { Candidate($0, ending: UInt8(ascii: "=")) }
  }

  /// The function, as written, whose call the innermost open table is an argument of.
  private static func calleeOfTable(openAt tokens: [LuaToken]) -> String? {
    guard let table = opening("{", before: tokens.count, in: tokens), table > 0 else { return nil }
    if let callee = chain(endingAt: table - 1, in: tokens) { return callee }
    guard let call = opening("(", before: table, in: tokens) else { return nil }
    return chain(endingAt: call - 1, in: tokens)
  }

  /// The nearest bracket that is still open, if it is that one.
  private static func opening(_ wanted: String, before end: Int, in tokens: [LuaToken]) -> Int? {
    var closed = 0
    for index in tokens[..<end].indices.reversed() {
      switch tokens[index].text {
      case ")", "}", "]": closed += 1
      case "(", "{", "[":
        if closed == 0 { return tokens[index].text == wanted ? index : nil }
        closed -= 1
      default: break
      }
    }
    return nil
  }

  private static func chain(endingAt end: Int, in tokens: [LuaToken]) -> String? {
    guard end >= 0, tokens[end].kind == .name else { return nil }
    var start = end
    while start >= 2, tokens[start - 1].text == "." || tokens[start - 1].text == ":",
      tokens[start - 2].kind == .name
    {
      start -= 2
    }
    return tokens[start...end].map(\.text).joined()
  }

  private var globals: [Candidate] {
    let keywords = LuaLexer.keywords.map { Candidate($0, ending: 0x20) }
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
    Candidate(name, ending: value.kind == .function ? UInt8(ascii: "(") : nil)
  }
}
