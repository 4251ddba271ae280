/// A piece of a text that is searched for references: where it lies and what it may mean.
struct ReferenceToken: Sendable {
  enum Kind: UInt8, Sendable {
    case word, number, colon, dot, comma, semicolon, dash, opening, closing, other, end
  }

  var kind: Kind
  /// Whether a space or an underscore is before it.
  var isSpaced: Bool
  var isCapital = false
  var start: Int
  var end: Int
  /// A number's value, at most `numberCap`.
  var number = 0
  var hash = WordHash()
  var meaning = WordMeaning()

  static let numberCap = 99_999

  var roles: WordRoles { meaning.roles }

  /// 1...3 for a number or a word that may stand before `Samuel`.
  var ordinal: Int? {
    switch kind {
    case .number: (1...3).contains(number) ? number : nil
    case .word where roles.contains(.first): 1
    case .word where roles.contains(.second): 2
    case .word where roles.contains(.third): 3
    default: nil
    }
  }
}

/// Cuts a text into tokens; the last one is always `.end`.
struct ReferenceTokenizer {
  private let bytes: [UInt8]
  private let lexicon = Lexicon.shared
  private var place = 0
  private var isSpaced = false
  private var tokens: [ReferenceToken] = []

  static func tokens(of bytes: [UInt8]) -> [ReferenceToken] {
    var tokenizer = ReferenceTokenizer(bytes)
    while tokenizer.place < bytes.count { tokenizer.step() }
    tokenizer.add(.end, length: 0)
    return tokenizer.tokens
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(min(bytes.count, 4_096) / 3 + 2)
  }

  private mutating func step() {
    let byte = bytes[place]
    switch byte {
    case 0x09...0x0d, 0x20, UInt8(ascii: "_"): skipSpace(1)
    case 0x30...0x39: readNumber()
    case 0x41...0x5a, 0x61...0x7a: readWord()
    case UInt8(ascii: ":"): add(.colon, length: 1)
    case UInt8(ascii: "."): add(.dot, length: 1)
    case UInt8(ascii: ","): add(.comma, length: 1)
    case UInt8(ascii: ";"): add(.semicolon, length: 1)
    case UInt8(ascii: "-"): add(.dash, length: 1)
    case UInt8(ascii: "("), UInt8(ascii: "["): add(.opening, length: 1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"): add(.closing, length: 1)
    case UInt8(ascii: "&"):
      add(.word, length: 1)
      tokens[tokens.count - 1].meaning.roles = .list
    case 0x80...: stepOverWide()
    default: add(.other, length: 1)
    }
  }

  private mutating func add(_ kind: ReferenceToken.Kind, length: Int) {
    tokens.append(
      ReferenceToken(kind: kind, isSpaced: isSpaced, start: place, end: place + length))
    place += length
    isSpaced = false
  }

  private mutating func skipSpace(_ length: Int) {
    place += length
    isSpaced = true
  }

  private mutating func readNumber() {
    let start = place
    var number = 0
    var end = place
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) {
      number = min(number * 10 + Int(bytes[end] - 0x30), ReferenceToken.numberCap)
      end += 1
    }
    add(.number, length: end - start)
    tokens[tokens.count - 1].number = number
  }

  private mutating func readWord() {
    var hash = WordHash()
    var end = place
    while end < bytes.count {
      let byte = bytes[end]
      switch byte {
      case 0x41...0x5a: hash.add(byte | 0x20)
      case 0x61...0x7a: hash.add(byte)
      case 0x80... where Self.wideMark(bytes, end) == nil: hash.add(byte)
      default:
        addWord(hash, end)
        return
      }
      end += 1
    }
    addWord(hash, end)
  }

  private mutating func addWord(_ hash: WordHash, _ end: Int) {
    let isCapital = (0x41...0x5a).contains(bytes[place])
    add(.word, length: end - place)
    tokens[tokens.count - 1].isCapital = isCapital
    tokens[tokens.count - 1].hash = hash
    tokens[tokens.count - 1].meaning = lexicon[hash]
  }

  private mutating func stepOverWide() {
    guard let mark = Self.wideMark(bytes, place) else { return readWord() }
    if let kind = mark.kind {
      add(kind, length: mark.length)
    } else {
      skipSpace(mark.length)
    }
  }

  /// The space, dash, colon or quotation mark beyond ASCII at a place; nil where a letter begins.
  /// A space has no kind.
  ///
  /// Source: https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt (White_Space, Dash)
  private static func wideMark(
    _ bytes: [UInt8], _ place: Int
  ) -> (kind: ReferenceToken.Kind?, length: Int)? {
    let second = place + 1 < bytes.count ? bytes[place + 1] : 0
    let third = place + 2 < bytes.count ? bytes[place + 2] : 0
    switch (bytes[place], second, third) {
    case (0xc2, 0x85, _), (0xc2, 0xa0, _), (0xc2, 0xad, _): return (nil, 2)
    case (0xc2, 0xa1...0xbf, _): return (.other, 2)
    case (0xe1, 0x9a, 0x80), (0xe3, 0x80, 0x80), (0xef, 0xbb, 0xbf): return (nil, 3)
    case (0xe2, 0x80, 0x80...0x8f), (0xe2, 0x80, 0xa8...0xaf), (0xe2, 0x81, 0x9f...0xa9):
      return (nil, 3)
    case (0xe2, 0x80, 0x90...0x95), (0xe2, 0x88, 0x92), (0xef, 0xb9, 0x98), (0xef, 0xb9, 0xa3),
      (0xef, 0xbc, 0x8d):
      return (.dash, 3)
    case (0xef, 0xbc, 0x9a), (0xe2, 0x88, 0xb6): return (.colon, 3)
    case (0xef, 0xbc, 0x8c): return (.comma, 3)
    case (0xef, 0xbc, 0x9b): return (.semicolon, 3)
    case (0xe2, 0x80...0xaf, _): return (.other, 3)
    default: return nil
    }
  }
}
