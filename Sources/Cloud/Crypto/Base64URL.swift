/// Base64 with the alphabet for URLs and without padding, as tokens use it.
/// Source: https://www.rfc-editor.org/rfc/rfc4648#section-5
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text for some bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        output.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { output.append(alphabet[Int(bits << (6 - count) & 63)]) }
    return String(decoding: output, as: UTF8.self)
  }

  /// nil for a character or a length that no encoding has; bits left over must be zero.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var output: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in text.utf8 {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    guard count < 6, bits & ((1 << count) - 1) == 0 else { return nil }
    return output
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 65...90: UInt32(byte) - 65
    case 97...122: UInt32(byte) - 71
    case 48...57: UInt32(byte) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
