import ChangeQueue
import Schema
import Store
import Vocabulary

/// Times and days that were read off a wrong clock are put right, in the queue and in the rows.
extension SyncEngine {
  /// Takes the cloud's time from a reply, and dates by it what waits.
  func learnTime(_ now: Instant) throws {
    try putTimesRight(used: learnSkew(now), now: now)
  }

  /// Takes the cloud's time from a reply. Answers what was added to the clock's reading until now.
  func learnSkew(_ now: Instant) -> Duration {
    let used = database.usedSkew
    database.learn(skew: now - surroundings.now())
    return used
  }

  /// Edits that wait, and were dated by what was believed before, are dated by what is known now;
  /// what is on its way stays as it was sent.
  func putTimesRight(used: Duration, now: Instant) throws {
    guard let mistake = try mistake(used: used, now: now) else { return }
    for var entry in try database.entries() where entry.state != .sending {
      guard let table = catalog[entry.table] else { continue }
      let before = entry
      try putRight(&entry, in: table, mistake)
      if entry != before { try database.update(entry) }
      try moveToRightDay(entry, in: table, mistake)
    }
  }

  /// What a row that was set aside should say. A guest's clock was taken as it was.
  func puttingTimesRight(
    _ values: JSONObject, wall: Instant?, in table: SyncedTable
  ) throws -> JSONObject {
    let now = surroundings.now() + database.clock.skew
    guard let wall, let mistake = try mistake(used: .zero, now: now) else { return values }
    var right = values
    for member in values {
      guard let text = member.value.string, let column = table.column(member.key) else { continue }
      let moved =
        column.kind == .time
        ? Instant(text).flatMap(mistake.right)?.text
        : table.day?.name == column.name ? mistake.right(day: text, wall: wall) : nil
      if let moved { right[member.key] = .string(moved) }
    }
    return right
  }

  private func mistake(used: Duration, now: Instant) throws -> ClockMistake? {
    ClockMistake(
      used: used, right: database.usedSkew,
      lastSync: try database.state(.lastSyncAt).flatMap { Instant($0) }, now: now)
  }

  /// Days that name a row are left to `moveToRightDay`.
  private func putRight(
    _ entry: inout QueueEntry, in table: SyncedTable, _ mistake: ClockMistake
  ) throws {
    for (key, edit) in entry.edits where key.element == nil {
      guard let text = edit.value.string, !table.naturalKey.contains(key.column),
        let right = right(text, key.column, edit, in: table, entry, mistake)
      else { continue }
      entry.edits[key]?.value = .string(right)
      try database.quietly {
        try connection.run(
          "UPDATE \(table.name) SET \(key.column) = ?2 WHERE id = ?1 AND \(key.column) = ?3",
          .integer(entry.localID), .text(right), .text(text))
      }
    }
  }

  private func right(
    _ text: String, _ column: String, _ edit: CellEdit, in table: SyncedTable,
    _ entry: QueueEntry, _ mistake: ClockMistake
  ) -> String? {
    if table.column(column)?.kind == .time || column == Catalog.deletedAt.name {
      return Instant(text).flatMap { mistake.right(time: $0, wall: edit.wall) }?.text
    }
    guard let day = table.day, day.name == column else { return nil }
    let telling = day.tellingColumn.flatMap { entry.edits[CellKey($0)]?.value.string }
    return day.holds(telling: telling) ? mistake.right(day: text, wall: edit.wall) : nil
  }

  /// A day of reading that the clock had wrong is that of another row, which may be there already.
  /// A row that the cloud may have stays what it is.
  private func moveToRightDay(
    _ entry: QueueEntry, in table: SyncedTable, _ mistake: ClockMistake
  ) throws {
    guard let day = table.day, table.naturalKey.contains(day.name), entry.operation == .insert,
      let edit = entry.edits[CellKey(day.name)], let text = edit.value.string,
      let right = mistake.right(day: text, wall: edit.wall),
      var values = try unacknowledgedValues(table, entry.localID)
    else { return }
    values[day.name] = .string(right)
    try connection.run("DELETE FROM sync_queue WHERE id = ?1", .integer(entry.id))
    try connection.run("DELETE FROM \(table.name) WHERE id = ?1", .integer(entry.localID))
    try database.noting { try joinRow(values, to: table) }
  }

  private func unacknowledgedValues(_ table: SyncedTable, _ localID: Int64) throws -> JSONObject? {
    try connection.first(
      "SELECT \(table.valuesObject) FROM \(table.name) WHERE id = ?1 AND seq IS NULL",
      .integer(localID)
    ) { $0.text(0) }.flatMap { try JSONValue(parsing: $0).object }
  }
}
