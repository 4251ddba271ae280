import Store
import Vocabulary

/// A place in the order of a user's changes, `seq.mark`, as a device names it.
///
/// `floor` is the `purged_below` at which a fresh copy began: `seq.mark.floor`.
struct SyncPosition {
  let seq: Int64
  let mark: String
  let floor: Int64

  /// Nil for a blank one; an unreadable one has a seq that no cloud knows.
  static func read(_ text: String) -> SyncPosition? {
    if text.isEmpty { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let seq = number(parts[0]),
      let floor = parts.count == 3 ? number(parts[2]) : 0, isMark(parts[1])
    else { return SyncPosition(seq: .max, mark: "", floor: 0) }
    return SyncPosition(seq: seq, mark: String(decoding: parts[1], as: UTF8.self), floor: floor)
  }

  /// One to eighteen digits.
  private static func number(_ digits: Substring.UTF8View) -> Int64? {
    guard (1...18).contains(digits.count) else { return nil }
    return digits.reduce(0) { number, byte in
      (48...57).contains(byte) ? number.map { $0 * 10 + Int64(byte - 48) } : nil
    }
  }

  private static func isMark(_ digits: Substring.UTF8View) -> Bool {
    (1...12).contains(digits.count)
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
