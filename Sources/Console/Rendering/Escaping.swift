/// Writes what would move the cursor, change colours or turn a line around as visible text.
///
/// Why: a note may hold bytes made to fool a terminal; data must never drive it.
enum Escaping {
  /// `text` with control characters visible. Newlines and tabs stay unless `isOneLine`.
  static func visible(_ text: String, isOneLine: Bool) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if !isOneLine && (scalar == "\n" || scalar == "\t") {
        result.unicodeScalars.append(scalar)
      } else if let escape = escape(for: scalar) {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Bytes of a script, which need not be UTF-8: what is not valid becomes `\xFF`.
  static func visible(bytes: some Collection<UInt8>, isOneLine: Bool) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      return visible(text, isOneLine: isOneLine)
    }
    let all = Array(bytes)
    var result = ""
    var at = 0
    while at < all.count {
      if let scalar = scalar(in: all, at: at) {
        result += visible(String(scalar.text), isOneLine: isOneLine)
        at += scalar.length
      } else {
        result += "\\x" + hexadecimal(UInt32(all[at]), digits: 2)
        at += 1
      }
    }
    return result
  }

  private static func scalar(in bytes: [UInt8], at start: Int) -> (text: String, length: Int)? {
    for length in 1...4 where start + length <= bytes.count {
      if let text = String(validating: bytes[start..<(start + length)], as: UTF8.self) {
        return (text, length)
      }
    }
    return nil
  }

  /// The escape in Lua's own form, or nil where the scalar is harmless.
  static func escape(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    case "\0"..<" ", "\u{7F}": return "\\x" + hexadecimal(scalar.value, digits: 2)
    case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}": break
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
    default: return nil
    }
    return "\\u{" + hexadecimal(scalar.value, digits: 2) + "}"
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
