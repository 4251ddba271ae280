/// The name of a row on every device and in the cloud: a UUID.
package struct RecordID: Sendable, Hashable, Comparable {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A UUID of version 7: time first, so that new rows lie together in every index.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
  package init(at instant: Instant, random first: UInt64, _ second: UInt64) {
    high = UInt64(bitPattern: instant.milliseconds) << 16 | 0x7000 | (first & 0x0fff)
    low = 0x8000_0000_0000_0000 | (second >> 2)
  }

  /// A UUID of version 8 from a natural key: the first 16 bytes of
  /// SHA-256(`lectern/1|table|key`), the same on every device and in PostgreSQL.
  package init(table: String, key: String) {
    let digest = SHA256.digest("lectern/1|\(table)|\(key)".utf8)
    var words: (UInt64, UInt64) = (0, 0)
    for place in 0..<8 {
      words.0 = words.0 << 8 | UInt64(digest[place])
      words.1 = words.1 << 8 | UInt64(digest[place + 8])
    }
    high = (words.0 & ~0xf000) | 0x8000
    low = (words.1 & 0x3fff_ffff_ffff_ffff) | 0x8000_0000_0000_0000
  }

  /// Reads the usual form of 36 characters, in either case; nil for anything else.
  package init?(_ text: String) {
    var words: (UInt64, UInt64) = (0, 0)
    var place = 0
    for byte in text.utf8 {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard place < 36, let digit = hexDigit(byte) else { return nil }
        if place < 18 {
          words.0 = words.0 << 4 | UInt64(digit)
        } else {
          words.1 = words.1 << 4 | UInt64(digit)
        }
      }
      place += 1
    }
    guard place == 36 else { return nil }
    (high, low) = words
  }

  /// The usual form in lower case: 36 characters.
  package var text: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var place = 0
      for word in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          if place == 8 || place == 13 || place == 18 || place == 23 {
            buffer[place] = UInt8(ascii: "-")
            place += 1
          }
          buffer[place] = lowerHex(UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15)
          place += 1
        }
      }
      return 36
    }
  }

  package static func < (one: RecordID, other: RecordID) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

/// The value of a hexadecimal digit in ASCII, or nil.
package func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The digit for 0...15, in lower case.
package func lowerHex(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
