/// Whether a text looks like an e-mail address: `name@host.tld`.
///
/// Why no more: only a mail that arrives proves an address.
package enum EmailShape {
  /// Longest address. Source: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1
  private static let bytes = 254
  private static let localBytes = 64

  /// Whether a text could be an address.
  package static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= bytes,
      let mark = text.utf8.lastIndex(of: UInt8(ascii: "@"))
    else { return false }
    let local = text[..<mark]
    let words = local.split(separator: ".", omittingEmptySubsequences: false)
    let labels = text[mark...].dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    return (1...localBytes).contains(local.utf8.count) && local.utf8.allSatisfy(isLocalByte)
      && words.allSatisfy { !$0.isEmpty }
      && labels.count >= 2 && labels.allSatisfy(isLabel)
  }

  private static func isLocalByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7f && !"\"(),:;<>@[\\]".utf8.contains(byte)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
  }
}
