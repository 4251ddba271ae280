/// When a column was last edited: a hybrid logical clock reading whose text sorts as it does.
///
/// Text, 30 characters: 12 hexadecimal digits of milliseconds, 4 of a counter, 12 characters of the
/// device, with dashes between: `0195c2d3a1f0-0000-9f3c0a77b1e2`.
package struct Stamp: Sendable, Hashable, Comparable {
  /// The stamp as it is stored and sent.
  package let text: String

  /// Unit: bytes, all ASCII.
  package static let length = 30

  /// Earlier than every edit: what an imported row without times carries, and "no base".
  package static let zero = Stamp(unchecked: "000000000000-0000-000000000000")
  /// The device of writes by clients that know nothing of stamps.
  package static let plainClient = "plain-client"

  package init(milliseconds: Int64, counter: UInt16, device: String) {
    text = String(unsafeUninitializedCapacity: Stamp.length) { buffer in
      var place = 0
      func put(_ byte: UInt8) {
        buffer[place] = byte
        place += 1
      }
      for shift in stride(from: 44, through: 0, by: -4) {
        put(lowerHex(UInt8(truncatingIfNeeded: milliseconds >> Int64(shift)) & 15))
      }
      put(UInt8(ascii: "-"))
      for shift in stride(from: 12, through: 0, by: -4) {
        put(lowerHex(UInt8(truncatingIfNeeded: counter >> UInt16(shift)) & 15))
      }
      put(UInt8(ascii: "-"))
      for byte in device.utf8.prefix(12) { put(byte) }
      while place < Stamp.length { put(UInt8(ascii: "0")) }
      return place
    }
  }

  /// Checks the form; nil for anything else.
  package init?(_ text: String) {
    var place = 0
    for byte in text.utf8 {
      switch place {
      case 12, 17: guard byte == UInt8(ascii: "-") else { return nil }
      case 0..<17: guard let digit = hexDigit(byte), lowerHex(digit) == byte else { return nil }
      default: guard byte > 0x20, byte < 0x7f else { return nil }
      }
      place += 1
    }
    guard place == Stamp.length else { return nil }
    self.text = text
  }

  /// For text that a check has been through already, such as a column of our own file.
  package init(unchecked text: String) { self.text = text }

  /// When it was given, by the clock of its device; since 1970.
  package var milliseconds: Int64 { number(0, 12) }
  /// Tells stamps of one millisecond apart.
  package var counter: UInt16 { UInt16(truncatingIfNeeded: number(13, 4)) }
  /// Whose clock gave it.
  package var device: String { String(text.suffix(12)) }
  /// When it was given.
  package var instant: Instant { Instant(milliseconds: milliseconds) }
  /// Whether it stands for "never".
  package var isZero: Bool { self == .zero }

  /// The next stamp of the same millisecond, of `device`.
  package func next(by device: String) -> Stamp {
    counter == .max
      ? Stamp(milliseconds: milliseconds + 1, counter: 0, device: device)
      : Stamp(milliseconds: milliseconds, counter: counter + 1, device: device)
  }

  package static func < (one: Stamp, other: Stamp) -> Bool { one.text < other.text }

  private func number(_ start: Int, _ count: Int) -> Int64 {
    var value: Int64 = 0
    for byte in text.utf8.dropFirst(start).prefix(count) {
      value = value << 4 | Int64(hexDigit(byte) ?? 0)
    }
    return value
  }
}
