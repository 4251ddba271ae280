/// A token of Lua's text.
package struct LuaToken: Sendable, Equatable {
  /// What sort of token it is.
  package enum Kind: Sendable, Equatable {
    case name
    case keyword
    case number
    case string
    case symbol
    case comment
  }

  /// What it is.
  package let kind: Kind
  /// The token as written; for names, keywords and symbols.
  package let text: String
  /// Offsets of its bytes.
  package let range: Range<Int>
  /// Whether it ends as it should; a string or long bracket may lack its end.
  package let isClosed: Bool
}

/// Cuts Lua's text into tokens, comments among them; it never fails.
///
/// Source: https://www.lua.org/manual/5.4/manual.html#3.1
package struct LuaLexer {
  /// Words that are no names.
  package static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private static let symbols = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"]
    .map { Array($0.utf8) }

  private let bytes: [UInt8]
  private var position = 0

  /// The tokens of a text.
  package static func tokens(of bytes: [UInt8]) -> [LuaToken] {
    var lexer = LuaLexer(bytes)
    var tokens: [LuaToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func next() -> LuaToken? {
    while let byte = peek(), isSpace(byte) { position += 1 }
    guard let byte = peek() else { return nil }
    let start = position
    if isLetter(byte) { return name(from: start) }
    if isDigit(byte) || byte == UInt8(ascii: "."), isDigit(byte) || isDigit(peek(1) ?? 0) {
      return number(from: start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return shortString(from: start) }
    if byte == UInt8(ascii: "["), let level = bracketLevel(at: start) {
      let isClosed = skipLong(level)
      return token(.string, from: start, isClosed: isClosed)
    }
    if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") { return comment(from: start) }
    position += LuaLexer.symbols.first { bytes[start...].starts(with: $0) }?.count ?? 1
    return token(.symbol, from: start)
  }

  private mutating func name(from start: Int) -> LuaToken {
    while let byte = peek(), isLetter(byte) || isDigit(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return token(LuaLexer.keywords.contains(text) ? .keyword : .name, from: start)
  }

  private mutating func number(from start: Int) -> LuaToken {
    let second = peek(1).map { $0 | 0x20 }
    let isHex = peek() == UInt8(ascii: "0") && second == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    if isHex { position += 2 }
    while let byte = peek(), isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: ".") {
      position += 1
      let isSign = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
      if byte | 0x20 == exponent, isSign { position += 1 }
    }
    return token(.number, from: start)
  }

  private mutating func shortString(from start: Int) -> LuaToken {
    let quote = bytes[start]
    position += 1
    while let byte = peek() {
      position += 1
      if byte == quote { return token(.string, from: start) }
      if byte == UInt8(ascii: "\n") {
        position -= 1
        break
      }
      if byte == UInt8(ascii: "\\") { skipEscape() }
    }
    return token(.string, from: start, isClosed: false)
  }

  private mutating func skipEscape() {
    guard let escaped = peek() else { return }
    position += 1
    if escaped == UInt8(ascii: "z") {
      while let byte = peek(), isSpace(byte) { position += 1 }
    } else if escaped == UInt8(ascii: "\r"), peek() == UInt8(ascii: "\n") {
      position += 1
    }
  }

  private mutating func comment(from start: Int) -> LuaToken {
    position += 2
    if peek() == UInt8(ascii: "["), let level = bracketLevel(at: position) {
      let isClosed = skipLong(level)
      return token(.comment, from: start, isClosed: isClosed)
    }
    while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
    return token(.comment, from: start)
  }

  /// The number of `=` of a long bracket that opens there, or nil.
  private func bracketLevel(at start: Int) -> Int? {
    let level = bytes[(start + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
    let second = start + 1 + level
    return second < bytes.count && bytes[second] == UInt8(ascii: "[") ? level : nil
  }

  private mutating func skipLong(_ level: Int) -> Bool {
    let equals = [UInt8](repeating: UInt8(ascii: "="), count: level)
    let closing = [UInt8(ascii: "]")] + equals + [UInt8(ascii: "]")]
    position += level + 2
    while position < bytes.count {
      if bytes[position...].starts(with: closing) {
        position += closing.count
        return true
      }
      position += 1
    }
    return false
  }

  private func token(_ kind: LuaToken.Kind, from start: Int, isClosed: Bool = true) -> LuaToken {
    let isText = kind == .name || kind == .keyword || kind == .symbol
    let text = isText ? String(decoding: bytes[start..<position], as: UTF8.self) : ""
    return LuaToken(kind: kind, text: text, range: start..<position, isClosed: isClosed)
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte | 0x20
  }
}
