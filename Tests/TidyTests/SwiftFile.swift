/// A Swift file, cut into the words that the rules of style speak about.
struct SwiftFile {
  let path: String
  let lines: [Substring]
  let tokens: [Token]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var lexer = Lexer(bytes: bytes)
    tokens = lexer.tokens()
  }

  /// The target it belongs to.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The file's name without its ending.
  var name: String { String(path.split(separator: "/").last?.dropLast(6) ?? "") }

  /// The modules it imports.
  var imports: [String] {
    tokens.indices.dropLast().filter { tokens[$0].text == "import" }.map { tokens[$0 + 1].text }
  }

  /// A place in it, as compilers write it.
  func place(_ line: Int) -> String { "\(path):\(line)" }
}

/// A word, a sign or a whole string literal. Comments leave none.
struct Token {
  let text: String
  /// From 1.
  let line: Int
  /// Whether it stands right behind the token before.
  let isAttached: Bool
}

/// Cuts bytes into tokens; a string literal is one, whatever is interpolated into it.
struct Lexer {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    var end = -1
    while at < bytes.count {
      let start = at
      let first = line
      switch bytes[at] {
      case UInt8(ascii: "\n"):
        line += 1
        at += 1
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        at += 1
        continue
      case UInt8(ascii: "/") where starts("//"): skipLine()
      case UInt8(ascii: "/") where starts("/*"): skipBlock()
      case UInt8(ascii: "\""), UInt8(ascii: "#"): takeLiteralOrWord()
      case UInt8(ascii: "`"):
        at += 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "`") { at += 1 }
        at += 1
      default: takeWordOrSign()
      }
      if starts("//", at: start) || starts("/*", at: start) { continue }
      let text = String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self)
      tokens.append(Token(text: text, line: first, isAttached: start == end))
      end = at
    }
    return tokens
  }

  private func starts(_ text: StaticString, at place: Int? = nil) -> Bool {
    let start = place ?? at
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[start..<start + $0.count]) }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Words take `@` and `#` before them along: `@unchecked`, `#if`.
  private mutating func takeWordOrSign() {
    at += 1
    let isMark = bytes[at - 1] == UInt8(ascii: "@") || bytes[at - 1] == UInt8(ascii: "#")
    guard isMark || isWordByte(bytes[at - 1]) else { return }
    while at < bytes.count, isWordByte(bytes[at]) { at += 1 }
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
  }

  private mutating func skipBlock() {
    while at < bytes.count, !starts("*/") {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
    at += 2
  }

  private mutating func takeLiteralOrWord() {
    var pounds = 0
    while at + pounds < bytes.count, bytes[at + pounds] == UInt8(ascii: "#") { pounds += 1 }
    guard at + pounds < bytes.count, bytes[at + pounds] == UInt8(ascii: "\"") else {
      return takeWordOrSign()
    }
    at += pounds
    let isLong = starts("\"\"\"")
    at += isLong ? 3 : 1
    while at < bytes.count {
      if closes(isLong: isLong, pounds: pounds) { return }
      if bytes[at] == UInt8(ascii: "\n") {
        line += 1
        if !isLong { return }
      }
      takeSign(pounds: pounds)
    }
  }

  /// Goes past the closing quotes where they stand here.
  private mutating func closes(isLong: Bool, pounds: Int) -> Bool {
    guard isLong ? starts("\"\"\"") : starts("\"") else { return false }
    let end = at + (isLong ? 3 : 1)
    guard end + pounds <= bytes.count,
      bytes[end..<end + pounds].allSatisfy({ $0 == UInt8(ascii: "#") })
    else { return false }
    at = end + pounds
    return true
  }

  /// One sign of a literal: an escape is taken whole, an interpolation with all that is nested.
  private mutating func takeSign(pounds: Int) {
    let isEscape =
      bytes[at] == UInt8(ascii: "\\") && at + pounds + 1 < bytes.count
      && bytes[at + 1..<at + 1 + pounds].allSatisfy({ $0 == UInt8(ascii: "#") })
    guard isEscape else {
      at += 1
      return
    }
    at += pounds + 1
    guard bytes[at] == UInt8(ascii: "(") else {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
      return
    }
    var depth = 0
    repeat {
      switch bytes[at] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        takeLiteralOrWord()
        continue
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      at += 1
    } while depth > 0 && at < bytes.count
  }
}
