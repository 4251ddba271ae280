/// Numbers in words, as far as chapters and verses go.
enum NumberWord {
  /// A number and where it ends.
  struct Found {
    var value: Int
    var next: Int
    /// Whether it is `third` and not `three`.
    var isOrdinal: Bool
  }

  /// `three`, `twenty-third`, `one hundred and nineteen`, `3rd`, `3`, `iii`; nil for anything else.
  static func read(_ reader: ReferenceReader, at index: Int) -> Found? {
    let token = reader.token(index)
    if token.kind == .number {
      let suffix = reader.token(index + 1)
      let isOrdinal =
        suffix.roles.contains(.ordinal) && !suffix.isSpaced
        && reader.isProper(token.number, suffix)
      return Found(value: token.number, next: index + (isOrdinal ? 2 : 1), isOrdinal: isOrdinal)
    }
    guard token.kind == .word else { return nil }
    return words(reader, at: index) ?? roman(reader, at: index)
  }

  private static func words(_ reader: ReferenceReader, at index: Int) -> Found? {
    guard let first = word(reader, index) else { return nil }
    if first.isOrdinal { return first }
    guard first.value < 10, let hundred = word(reader, first.next), hundred.value == 100 else {
      return first.value < 20 || first.value > 90 ? first : joined(first, unit(reader, first.next))
    }
    let value = Found(
      value: first.value * 100, next: hundred.next, isOrdinal: hundred.isOrdinal)
    if value.isOrdinal { return value }
    let isJoined = reader.token(value.next).roles.contains(.list)
    guard let rest = words(reader, at: value.next + (isJoined ? 1 : 0)), rest.value < 100 else {
      return value
    }
    return joined(value, rest)
  }

  private static func joined(_ first: Found, _ second: Found?) -> Found {
    guard let second else { return first }
    return Found(
      value: first.value + second.value, next: second.next, isOrdinal: second.isOrdinal)
  }

  /// The unit after tens: `three` of `twenty-three`.
  private static func unit(_ reader: ReferenceReader, _ index: Int) -> Found? {
    let start = reader.token(index).kind == .dash ? index + 1 : index
    guard let unit = word(reader, start), (1...9).contains(unit.value) else { return nil }
    return unit
  }

  private static func word(_ reader: ReferenceReader, _ index: Int) -> Found? {
    let token = reader.token(index)
    guard token.kind == .word else { return nil }
    let letters = String(decoding: reader.letters(of: token), as: UTF8.self)
    if let value = cardinals[letters] {
      return Found(value: value, next: index + 1, isOrdinal: false)
    }
    return ordinals[letters].map { Found(value: $0, next: index + 1, isOrdinal: true) }
  }

  private static func roman(_ reader: ReferenceReader, at index: Int) -> Found? {
    let token = reader.token(index)
    let letters = reader.letters(of: token)
    // `v` marks a verse where a number follows.
    let after = reader.token(reader.afterDot(index + 1))
    let isMark =
      token.roles.contains(.verse)
      && (after.kind == .number || RomanNumeral.value(reader.letters(of: after)) != nil)
    guard letters.count <= 7, !isMark, !token.roles.contains(.part),
      let value = RomanNumeral.value(letters)
    else { return nil }
    return Found(value: value, next: index + 1, isOrdinal: false)
  }

  private static let cardinals = numbered(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """, tens: "twenty thirty forty fifty sixty seventy eighty ninety hundred")
  private static let ordinals = numbered(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
    """,
    tens: """
      twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth
      """)

  private static func numbered(_ units: String, tens: String) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, word) in units.split(whereSeparator: \.isWhitespace).enumerated() {
      numbers[String(word)] = index + 1
    }
    for (index, word) in tens.split(whereSeparator: \.isWhitespace).enumerated() {
      numbers[String(word)] = index * 10 + 20
    }
    return numbers
  }
}
