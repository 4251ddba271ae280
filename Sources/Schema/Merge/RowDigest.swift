import Vocabulary

/// 128 bits that stand for a row, or for any number of rows in any order (their XOR).
///
/// Two clouds and every device come to the same bits for the same cells; see `RowDigester`.
package struct RowDigest: Sendable, Hashable {
  private var high: UInt64
  private var low: UInt64

  /// That of no row at all.
  package static let none = RowDigest(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The first half of a SHA-256.
  init(_ hash: [UInt8]) {
    self = .none
    for place in 0..<8 {
      high = high << 8 | UInt64(hash[place])
      low = low << 8 | UInt64(hash[place + 8])
    }
  }

  /// Reads 32 hexadecimal digits; nil for anything else.
  package init?(_ text: String) {
    self = .none
    guard text.utf8.count == 32 else { return nil }
    for (place, byte) in text.utf8.enumerated() {
      guard let digit = hexDigit(byte) else { return nil }
      if place < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
  }

  /// 32 hexadecimal digits in lower case.
  package var text: String {
    let digits = [high, low].flatMap { word in
      (0..<16).reversed().map { lowerHex(UInt8(truncatingIfNeeded: word >> UInt64($0 * 4)) & 15) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Adds a row, or takes it away again.
  package static func ^= (one: inout RowDigest, other: RowDigest) {
    one.high ^= other.high
    one.low ^= other.low
  }
}

/// How many rows, and what they hold.
package struct RowSum: Sendable, Hashable {
  /// Their number.
  package private(set) var rows = 0
  /// Their digests together.
  package private(set) var digest = RowDigest.none

  /// Of no rows.
  package init() {}

  /// As somebody else counted.
  package init(rows: Int, digest: RowDigest) {
    self.rows = rows
    self.digest = digest
  }

  /// Adds a row.
  package mutating func add(_ digest: RowDigest) {
    rows += 1
    self.digest ^= digest
  }

  /// Adds rows that were counted elsewhere.
  package mutating func add(_ other: RowSum) {
    rows += other.rows
    digest ^= other.digest
  }
}

/// The part of a table that a row lies in: the last two hexadecimal digits of its id.
///
/// Why the last: ids that follow the clock begin alike for years.
package enum RowPart {
  /// How many there are.
  package static let count = 256

  /// The part of an id in its usual form.
  package static func of(_ id: UnsafeBufferPointer<UInt8>) -> Int {
    guard id.count == 36, let one = hexDigit(id[34]), let other = hexDigit(id[35]) else { return 0 }
    return Int(one) << 4 | Int(other)
  }

  /// `00` … `ff`.
  package static func name(_ part: Int) -> String {
    let byte = UInt8(truncatingIfNeeded: part)
    return String(decoding: [lowerHex(byte >> 4), lowerHex(byte & 15)], as: UTF8.self)
  }
}
