import LuaAPI
import LuaRuntime

/// What may stand inside a call that is being typed.
extension Completer {
  /// The keys of the options table that is being typed, if one is.
  func optionKeys(after tokens: [LuaToken]) -> [Candidate] {
    guard let last = tokens.last?.text, last == "{" || last == "," || last == ";",
      let table = Self.opening("{", before: tokens.count, in: tokens),
      let callee = Self.callee(ofTableAt: table, in: tokens)
    else { return [] }
    var seen: Set<String> = []
    return functions(calledAt: callee, in: tokens).flatMap { function in
      function.optionKeys.enumerated().map { place, key in
        let docs = function.optionDocs
        return Candidate(
          key, ending: UInt8(ascii: "="), note: docs.indices.contains(place) ? docs[place] : nil)
      }
    }.filter { seen.insert($0.word).inserted }
  }

  /// What may stand next in the quotes that are open at the end.
  func quotedWords(in words: LuaTokens) -> [Candidate] {
    let tokens = Array(words.code.dropLast())
    guard let open = words.tokens.last, open.kind == .string,
      let quote = words.text(of: open).utf8.first, quote != UInt8(ascii: "[")
    else { return [] }
    let typed = String(words.text(of: open).dropFirst())
    if let key = Self.assignedPreference(in: tokens) {
      return candidates("value", of: "prefs.set", after: typed, key: key, quote)
    }
    guard let (callee, argument) = place(behind: tokens) else { return [] }
    if Self.takesAFile(calledAt: callee, in: tokens) {
      return FileWords.next(after: typed).map {
        Candidate($0.word, ending: $0.ending?.utf8.first ?? quote, note: $0.note)
      }
    }
    let key = tokens.indices.contains(callee + 2) ? words.inner(of: tokens[callee + 2]) : nil
    var seen: Set<String> = []
    return functions(calledAt: callee, in: tokens).flatMap { function -> [Candidate] in
      guard let name = Self.name(of: argument, in: function) else { return [] }
      return candidates(name, of: function.name, after: typed, key: key, quote)
    }.filter { seen.insert($0.word).inserted }
  }

  /// Ids and other words that stand without quotes, where a function takes an id.
  func ids(behind tokens: [LuaToken]) -> [Candidate] {
    guard let (callee, argument) = place(behind: tokens) else { return [] }
    return functions(calledAt: callee, in: tokens).flatMap { function -> [Candidate] in
      guard let name = Self.name(of: argument, in: function) else { return [] }
      return evaluator.session.words(for: name, of: function.name, after: "", key: nil)
        .filter { Int($0.word) != nil }.map { Candidate($0.word, note: $0.note) }
    }
  }

  private static func name(of argument: Argument, in function: FunctionHelp) -> String? {
    switch argument {
    case .option(let key): key
    case .place(let number):
      function.parameters.indices.contains(number) ? function.parameters[number] : nil
    }
  }

  private func candidates(
    _ argument: String, of function: String, after typed: String, key: String?, _ quote: UInt8
  ) -> [Candidate] {
    evaluator.session.words(for: argument, of: function, after: typed, key: key).map {
      Candidate($0.word, ending: $0.ending?.utf8.first ?? quote, note: $0.note)
    }
  }

  /// Whether a function of Lua's own takes the name of a file first.
  private static func takesAFile(calledAt end: Int, in tokens: [LuaToken]) -> Bool {
    guard tokens.indices.contains(end) else { return false }
    guard end >= 2, tokens[end - 1].text == "." else {
      return ["dofile", "loadfile"].contains(tokens[end].text)
    }
    switch tokens[end - 2].text {
    case "io": return ["open", "lines", "input", "output"].contains(tokens[end].text)
    case "os": return ["remove", "rename"].contains(tokens[end].text)
    default: return false
    }
  }

  /// `prefs.theme = "`: the name of the preference.
  private static func assignedPreference(in tokens: [LuaToken]) -> String? {
    let last = tokens.suffix(4).map(\.text)
    guard last.count == 4, last[0] == "prefs", last[1] == ".", last[3] == "=" else { return nil }
    return last[2]
  }

  /// The preferences, where a value is their module.
  func preferences(of owner: LuaValue) -> [Candidate] {
    guard let table = owner.table, let module = evaluator.session.lua.globals["prefs"].table,
      module.reference.isSame(as: table.reference)
    else { return [] }
    // A key with a dot in it is no name: prefs["softPromptSeen.…"].
    return evaluator.session.words(for: "key", of: "prefs.get", after: "", key: nil)
      .filter { isName($0.word) }.map { Candidate($0.word, note: $0.note) }
  }

  /// The methods of what a function of ours gives: `notes.get(1):`.
  func methods(ofCallEndingAt end: Int, _ tokens: [LuaToken]) -> [Candidate] {
    guard let name = className(ofCallEndingAt: end, in: tokens) else { return [] }
    return evaluator.session.functions.filter { $0.name.hasPrefix(name + ":") }
      .map { Candidate(String($0.lastPart), ending: UInt8(ascii: "("), note: "method") }
      .sorted { $0.word < $1.word }
  }

  private enum Argument {
    case place(Int)
    case option(String)
  }

  /// The call that an argument behind these tokens would be of, and which argument.
  private func place(behind tokens: [LuaToken]) -> (callee: Int, Argument)? {
    if let table = Self.opening("{", before: tokens.count, in: tokens) {
      // A list that is the value of an option: {tags = {"a", …
      if table >= 2, tokens[table - 1].text == "=",
        let outer = Self.opening("{", before: table, in: tokens),
        let callee = Self.callee(ofTableAt: outer, in: tokens)
      {
        return (callee, .option(tokens[table - 2].text))
      }
      guard tokens.count >= 2, tokens[tokens.count - 1].text == "=",
        let callee = Self.callee(ofTableAt: table, in: tokens)
      else { return nil }
      return (callee, .option(tokens[tokens.count - 2].text))
    }
    guard let call = Self.opening("(", before: tokens.count, in: tokens), call > 0 else {
      return nil
    }
    return (call - 1, .place(Self.commas(from: call + 1, in: tokens)))
  }

  /// The functions that the name which ends at a token may mean.
  private func functions(calledAt end: Int, in tokens: [LuaToken]) -> [FunctionHelp] {
    let functions = evaluator.session.functions
    guard end >= 0, tokens[end].kind == .name else { return [] }
    let name = tokens[end].text
    guard end >= 2, tokens[end - 1].text == ":" else {
      guard let callee = Self.chain(endingAt: end, in: tokens) else { return [] }
      return functions.filter { callee == $0.name || callee.hasSuffix("." + $0.name) }
    }
    let owner =
      evaluator.value(ofChainEndingAt: end - 2, in: tokens)?.table?.className
      ?? className(ofCallEndingAt: end - 2, in: tokens)
    if let owner { return functions.filter { $0.name == owner + ":" + name } }
    return functions.filter { $0.name.hasSuffix(":" + name) }
  }

  /// The class of the record that the call which ends at a token gives.
  private func className(ofCallEndingAt end: Int, in tokens: [LuaToken]) -> String? {
    guard end >= 0, tokens[end].text == ")" || tokens[end].text == "}",
      let open = Self.partner(ofBracketAt: end, in: tokens), open > 0
    else { return nil }
    let results = functions(calledAt: open - 1, in: tokens).map(\.result)
    guard let name = results.first, results.allSatisfy({ $0 == name }),
      evaluator.session.functions.contains(where: { $0.name.hasPrefix(name + ":") })
    else { return nil }
    return name
  }

  // MARK: - Brackets

  /// The token before a table that is an argument: the last of a function's name.
  private static func callee(ofTableAt table: Int, in tokens: [LuaToken]) -> Int? {
    guard table > 0 else { return nil }
    if tokens[table - 1].kind == .name { return table - 1 }
    guard let call = opening("(", before: table, in: tokens), call > 0 else { return nil }
    return call - 1
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

  private static func partner(ofBracketAt end: Int, in tokens: [LuaToken]) -> Int? {
    let opening = tokens[end].text == ")" ? "(" : "{"
    return Self.opening(opening, before: end, in: tokens)
  }

  private static func commas(from start: Int, in tokens: [LuaToken]) -> Int {
    var depth = 0
    var count = 0
    for token in tokens[start...] {
      switch token.text {
      case "(", "{", "[": depth += 1
      case ")", "}", "]": depth -= 1
      case "," where depth == 0: count += 1
      default: break
      }
    }
    return count
  }

  private static func chain(endingAt end: Int, in tokens: [LuaToken]) -> String? {
    guard end >= 0, tokens[end].kind == .name else { return nil }
    var start = end
    while start >= 2, tokens[start - 1].text == ".", tokens[start - 2].kind == .name { start -= 2 }
    return tokens[start...end].map(\.text).joined()
  }
}
