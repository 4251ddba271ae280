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
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let seq = Int64(parts[0]), seq >= 0,
      let floor = parts.count == 3 ? Int64(parts[2]) : 0
    else { return SyncPosition(seq: .max, mark: "", floor: 0) }
    return SyncPosition(seq: seq, mark: String(parts[1]), floor: floor)
  }
}
