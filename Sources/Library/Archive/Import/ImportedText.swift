/// Text from a file of unknown making.
enum ImportedText {
  /// The text that bytes are: UTF-8, else Windows-1252; nil where they are neither.
  static func decoded(_ bytes: some Collection<UInt8>) -> (text: String, isWindows: Bool)? {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      guard let scalar = windows(byte) else { return nil }
      scalars.append(scalar)
    }
    return (String(scalars), true)
  }

  /// What a person is told of a text that was read so.
  static let windowsRemark = "it is no UTF-8 and was read as Windows-1252"
  /// The same of one that cannot be read.
  static let unreadable = "it is neither UTF-8 nor Windows-1252"

  /// Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT
  private static func windows(_ byte: UInt8) -> Unicode.Scalar? {
    guard (0x80...0x9f).contains(byte) else { return Unicode.Scalar(byte) }
    let code = upper[Int(byte - 0x80)]
    return code == 0 ? nil : Unicode.Scalar(code)
  }

  private static let upper: [UInt16] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
  ]

  /// Without blanks around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
