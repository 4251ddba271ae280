import LuaRuntime

/// How what is typed is drawn: Lua's words by their kind, and the partner of the bracket at the
/// cursor.
final class Highlighting {
  /// How a byte is drawn; the numbers are those of the editor's own table.
  enum Style: UInt8 {
    case plain, keyword, text, number, comment, known, command, bracket, mistake
  }

  /// Modules and functions of the library, `notes` and `notes.add`: asked for at the first key.
  private lazy var names = makeNames()
  private let makeNames: () -> Set<String>

  init(names: @autoclosure @escaping () -> Set<String>) { makeNames = names }

  /// A style for each byte. `cursor` is the byte before which it stands.
  func styles(of bytes: UnsafeRawBufferPointer, cursor: Int) -> [Style] {
    var styles = [Style](repeating: .plain, count: bytes.count)
    if bytes.first == UInt8(ascii: ".") || bytes.first == UInt8(ascii: "?") {
      let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
      for place in 0..<end { styles[place] = .command }
      return styles
    }
    let tokens = LuaLexer.tokens(of: Array(bytes))
    for (index, token) in tokens.enumerated() {
      let style = style(of: token, at: index, in: tokens)
      guard style != .plain else { continue }
      for place in token.range where place < styles.count { styles[place] = style }
    }
    for place in Self.brackets(at: cursor, in: tokens) where place < styles.count {
      styles[place] = .bracket
    }
    return styles
  }

  private func style(of token: LuaToken, at index: Int, in tokens: [LuaToken]) -> Style {
    switch token.kind {
    case .keyword: .keyword
    case .string: .text
    case .number: .number
    case .comment: .comment
    case .symbol: .plain
    case .name: isKnown(at: index, in: tokens) ? .known : .plain
    }
  }

  /// A module, a function of one, or a global function of ours.
  private func isKnown(at index: Int, in tokens: [LuaToken]) -> Bool {
    var name = tokens[index].text
    var first = index
    while first >= 2, tokens[first - 1].text == ".", tokens[first - 2].kind == .name {
      first -= 2
      name = tokens[first].text + "." + name
    }
    if first >= 1, tokens[first - 1].text == ":" || tokens[first - 1].text == "." { return false }
    return names.contains(name)
  }

  /// The bracket behind or before the cursor, and its partner; neither where it has none.
  private static func brackets(at cursor: Int, in tokens: [LuaToken]) -> [Int] {
    let partners = ["(": ")", "[": "]", "{": "}"]
    let openers = Dictionary(uniqueKeysWithValues: partners.map { ($1, $0) })
    func isBracket(_ token: LuaToken) -> Bool {
      token.kind == .symbol && (partners[token.text] != nil || openers[token.text] != nil)
    }
    let place =
      tokens.firstIndex { $0.range.upperBound == cursor && isBracket($0) }
      ?? tokens.firstIndex { $0.range.lowerBound == cursor && isBracket($0) }
    guard let place else { return [] }
    let text = tokens[place].text
    let isOpening = partners[text] != nil
    var depth = 0
    let rest = isOpening ? Array(tokens[place...]) : Array(tokens[...place].reversed())
    for token in rest where token.kind == .symbol {
      if token.text == text { depth += 1 }
      if token.text == (isOpening ? partners[text] : openers[text]) { depth -= 1 }
      if depth == 0 { return [tokens[place].range.lowerBound, token.range.lowerBound] }
    }
    return []
  }
}

extension Session {
  /// The names that are drawn as known: modules, their functions, global functions.
  var apiNames: Set<String> {
    var names: Set<String> = []
    for function in functions where !function.name.contains(":") {
      names.insert(function.name)
      var owner = function.owner
      while !owner.isEmpty {
        names.insert(owner)
        owner = owner.lastIndex(of: ".").map { String(owner[..<$0]) } ?? ""
      }
    }
    return names
  }
}
