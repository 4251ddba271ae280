/// A line as it is typed, key by key: Backspace, Ctrl-U and Ctrl-W take away, Enter ends it.
struct AnswerLine {
  enum Step: Equatable {
    /// What a screen does with the key, where it may show it.
    case more(shown: String)
    case done(String)
    case givenUp
  }

  private var bytes: [UInt8] = []
  /// What is left of a key that sends several bytes: arrows mean nothing here.
  private var escape: [UInt8] = []

  mutating func take(_ byte: UInt8) -> Step {
    if !escape.isEmpty || byte == 0x1B { return skip(byte) }
    switch byte {
    case 0x0D, 0x0A: return .done(String(decoding: bytes, as: UTF8.self))
    case 0x03: return .givenUp
    case 0x04: return bytes.isEmpty ? .givenUp : .more(shown: "")
    case 0x08, 0x7F: return takeAway { $0.removeLast() }
    case 0x15: return takeAway { $0.removeAll() }
    case 0x17: return takeAway(Self.removeWord)
    case ..<0x20: return .more(shown: "")
    default: return add(byte)
    }
  }

  /// A sign of several bytes is shown when it is whole.
  private mutating func add(_ byte: UInt8) -> Step {
    let before = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
    bytes.append(byte)
    guard let now = String(validating: bytes, as: UTF8.self) else { return .more(shown: "") }
    return .more(shown: String(now.dropFirst(before.count)))
  }

  private mutating func takeAway(_ change: (inout String) -> Void) -> Step {
    var text = String(decoding: bytes, as: UTF8.self)
    guard !text.isEmpty else { return .more(shown: "") }
    let width = DisplayWidth.of(text)
    change(&text)
    bytes = Array(text.utf8)
    let gone = width - DisplayWidth.of(text)
    let back = String(repeating: "\u{8}", count: gone)
    return .more(shown: back + String(repeating: " ", count: gone) + back)
  }

  private static func removeWord(_ text: inout String) {
    while text.last == " " { text.removeLast() }
    while let last = text.last, last != " " { text.removeLast() }
  }

  /// ESC [ … letter, ESC O letter, ESC letter.
  private mutating func skip(_ byte: UInt8) -> Step {
    escape.append(byte)
    let opens = escape.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
    if escape.count > 1, !opens, byte >= 0x40 || escape.count == 2 { escape = [] }
    return .more(shown: "")
  }
}
