import LuaRuntime

/// The arguments of one call, as they stand in the source. Ranges are of bytes.
struct CallArguments {
  /// From the function's first name to what opens the arguments.
  let head: Range<Int>
  /// Each argument, a table or a text without parentheses among them.
  let arguments: [ArraySlice<LuaToken>]
  /// What closes them, which is where a missing one would be; their end where nothing does.
  let end: Range<Int>

  /// The calls of a function in code tokens: of `notes.add` (a device's too: `p.notes.add`), of any
  /// `:update` for `note:update`.
  static func calls(of function: String, in tokens: [LuaToken]) -> [CallArguments] {
    let path = path(of: function)
    return tokens.indices.compactMap { start in
      let end = start + path.count
      guard end < tokens.count, zip(tokens[start..<end], path).allSatisfy({ $0.text == $1 }),
        start == 0 || tokens[start - 1].text != "function"
      else { return nil }
      return CallArguments(from: start, opener: end, in: tokens)
    }
  }

  /// A method's record may have any name.
  private static func path(of function: String) -> [String] {
    if let colon = function.lastIndex(of: ":") {
      return [":", String(function[function.index(after: colon)...])]
    }
    let names = function.split(separator: ".").map(String.init)
    return names.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [".", $0.element] }
  }

  private init?(from start: Int, opener: Int, in tokens: [LuaToken]) {
    head = tokens[start].range.lowerBound..<tokens[opener].range.upperBound
    switch tokens[opener].text {
    case "(":
      let close = Self.end(of: opener, in: tokens)
      arguments = Self.parts(of: tokens[(opener + 1)..<close])
      end = close < tokens.count ? tokens[close].range : tokens[tokens.count - 1].range
    case "{":
      let close = min(Self.end(of: opener, in: tokens), tokens.count - 1)
      arguments = [tokens[opener...close]]
      end = tokens[close].range
    default:
      guard tokens[opener].kind == .string else { return nil }
      arguments = [tokens[opener...opener]]
      end = tokens[opener].range
    }
  }

  /// The key of a table that is written out, and its value.
  static func field(
    _ key: String, of table: ArraySlice<LuaToken>, in words: LuaTokens
  ) -> (key: LuaToken, value: ArraySlice<LuaToken>)? {
    guard table.first?.text == "{" else { return nil }
    let inner = table.last?.text == "}" ? table.dropFirst().dropLast() : table.dropFirst()
    for part in parts(of: inner) {
      guard let place = part.firstIndex(where: { $0.text == "=" }), place < part.endIndex - 1
      else { continue }
      let name = part[..<place].first { $0.kind == .name || $0.kind == .string }
      if let name, (words.inner(of: name) ?? name.text) == key {
        return (name, part[(place + 1)...])
      }
    }
    return nil
  }

  // MARK: - Nesting

  private static let openers: Set<String> = ["(", "{", "[", "function", "do", "repeat", "if"]
  private static let closers: Set<String> = [")", "}", "]", "end", "until"]

  private static func depth(of token: LuaToken) -> Int {
    guard token.kind == .symbol || token.kind == .keyword else { return 0 }
    return openers.contains(token.text) ? 1 : closers.contains(token.text) ? -1 : 0
  }

  /// Where what opens there is closed; the end where it is not.
  static func end(of opener: Int, in tokens: [LuaToken]) -> Int {
    var depth = 0
    for place in opener..<tokens.count {
      depth += Self.depth(of: tokens[place])
      if depth == 0 { return place }
    }
    return tokens.count
  }

  private static func parts(of tokens: ArraySlice<LuaToken>) -> [ArraySlice<LuaToken>] {
    var parts: [ArraySlice<LuaToken>] = []
    var depth = 0
    var start = tokens.startIndex
    for place in tokens.indices {
      depth += Self.depth(of: tokens[place])
      guard depth == 0, [",", ";"].contains(tokens[place].text) else { continue }
      parts.append(tokens[start..<place])
      start = place + 1
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts.filter { !$0.isEmpty }
  }
}
