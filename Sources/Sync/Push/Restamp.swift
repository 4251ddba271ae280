import ChangeQueue
import Schema
import Store
import Vocabulary

/// A device whose clock ran ahead: its stamps move to the cloud's time, in their order, in row and
/// queue.
///
/// New stamp = max(min(wall + skew, now), base + 1, 1 + every stamp the cell was sent with that the
/// cloud may hold, previous + 1). Bases that name a moved stamp move with it; a base or sent stamp
/// that the cloud cannot hold, since it is itself too far ahead, counts as none. No edit is lost,
/// and none gets ahead of an edit it was made on.
extension SyncEngine {
  ///
  /// Answers whether any stamp was moved.
  func restamp(now: Instant) throws -> Bool {
    try offerAllUnacknowledged()
    var entries = try database.entries()
    let device = device()
    let skew = database.clock.skew
    let limit = now + Limits.ahead
    let early = entries.flatMap { $0.edits.values.map(\.stamp) }.filter { $0.instant > now }
    var moved: [Stamp: Stamp] = [:]
    var previous = Stamp.zero
    for old in Set(early).sorted() {
      var floor = previous
      var wall: Instant?
      for edit in entries.flatMap({ $0.edits.values.filter { $0.stamp == old } }) {
        wall = wall ?? edit.wall
        floor = max(floor, base(edit.base, moved, limit))
        for sent in edit.sent where sent.instant <= limit { floor = max(floor, sent) }
      }
      let time = min((wall ?? now) + skew, now)
      let fresh = Stamp(milliseconds: max(0, time.milliseconds), counter: 0, device: device)
      previous = max(fresh, floor.next(by: device))
      moved[old] = previous
    }
    for place in entries.indices { try rewrite(&entries[place], moved, limit: limit) }
    try lowerHighWater()
    // What is joined has no stamp to follow.
    for table in catalog.tables {
      try connection.run(
        "UPDATE \(table.name) SET updated_at = ?1 WHERE updated_at > ?1", .text(now.text))
    }
    return !moved.isEmpty
  }

  /// Rows without an entry carry stamps of the wrong clock too.
  private func offerAllUnacknowledged() throws {
    try database.setState(.offersDue, "1")
    try offerUnacknowledged()
  }

  private func base(_ base: Stamp, _ moved: [Stamp: Stamp], _ limit: Instant) -> Stamp {
    moved[base] ?? (base.instant <= limit ? base : .zero)
  }

  private func rewrite(
    _ entry: inout QueueEntry, _ moved: [Stamp: Stamp], limit: Instant
  ) throws {
    guard let table = catalog[entry.table] else { return }
    let before = entry
    var own: [Stamp: Stamp] = [:]
    for (key, edit) in entry.edits {
      entry.edits[key]?.base = base(edit.base, moved, limit)
      guard let new = moved[edit.stamp] else { continue }
      entry.edits[key]?.stamp = new
      own[edit.stamp] = new
    }
    guard entry != before else { return }
    try database.update(entry)
    try database.moveStamps(own, table: table, localID: entry.localID)
  }

  /// Rows of a clock that was wrong may have gone into others: then nothing is sent that the cloud
  /// would find ahead, and the clock would stay where it is.
  func lowerClockWhereAhead() throws {
    let limit = surroundings.now() + database.clock.skew + Limits.ahead
    if database.clock.highWater.instant > limit { try lowerHighWater() }
  }

  /// The clock goes on from the newest stamp that the device holds. Rows of a run that is over are
  /// never edited or sent again: what they carry would stay for good.
  private func lowerHighWater() throws {
    var newest = Stamp.zero
    for table in catalog.tables {
      let counted = table.isMonotone ? "WHERE seq IS NOT -1" : ""
      let statement = try connection.prepare("SELECT stamp, stamps FROM \(table.name) \(counted)")
      while try statement.step() {
        if let stamp = statement.optionalText(0) { newest = max(newest, Stamp(unchecked: stamp)) }
        guard let text = statement.optionalText(1) else { continue }
        newest = max(newest, try JSONValue(parsing: text).object?.newestStamp ?? .zero)
      }
    }
    for entry in try database.entries() { newest = max(newest, entry.newestStamp) }
    database.lowerClock(to: newest)
  }
}
