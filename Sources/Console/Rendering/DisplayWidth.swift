/// How many columns of a terminal a text takes.
///
/// Unit: columns. A visible sign (a grapheme cluster) is 0, 1 or 2 wide, but for a few scripts
/// whose letters terminals draw side by side.
/// Source: https://www.unicode.org/reports/tr11/
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  static func of(_ sign: Character) -> Int {
    if let ascii = sign.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    let scalars = sign.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if isEmoji(scalars, startingWith: first) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The first signs of `text` that fit into `columns`.
  static func prefix(of text: String, columns: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      let width = of(text[end])
      if used + width > columns { break }
      used += width
      end = text.index(after: end)
    }
    return text[..<end]
  }

  /// Several scalars drawn as one picture: a flag, a family, a heart made red by VS16.
  private static func isEmoji(
    _ scalars: Character.UnicodeScalarView, startingWith first: Unicode.Scalar
  ) -> Bool {
    guard scalars.count > 1, first.properties.isEmoji else { return false }
    let second = scalars[scalars.index(after: scalars.startIndex)]
    return second.value == 0xFE0F || second.properties.isEmojiModifier
      || isRegionalIndicator(second) || scalars.contains { $0.value == 0x200D }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if isHangulTail(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    case .format: return value == 0xAD ? 1 : 0
    default: break
    }
    if isRegionalIndicator(scalar) { return 1 }
    return scalar.properties.isEmojiPresentation || isWide(value) ? 2 : 1
  }

  /// Vowels and final consonants that join the wide leading consonant before them.
  private static func isHangulTail(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// East Asian Wide and Fullwidth, but for emoji, which the standard library knows.
  /// Source: https://www.unicode.org/Public/UCD/latest/ucd/EastAsianWidth.txt
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5,
    0x2FF0...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
    0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0x4DBF, 0x4E00...0xA48C,
    0xA490...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE52, 0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x16FE3, 0x16FF0...0x16FF1, 0x17000...0x187F7, 0x18800...0x18CD5,
    0x18D00...0x18D08, 0x1AFF0...0x1AFFE, 0x1B000...0x1B122, 0x1B132...0x1B132,
    0x1B150...0x1B152, 0x1B155...0x1B155, 0x1B164...0x1B167, 0x1B170...0x1B2FB,
    0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251,
    0x1F260...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
