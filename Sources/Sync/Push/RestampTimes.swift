import ChangeQueue
import Schema
import Store
import Vocabulary

/// Times and days that were read off a clock that ran ahead: they are as wrong as it was.
extension SyncEngine {
  /// Moves them in an entry and in its row; days that name a row are left to `moveToRightDay`.
  func moveTimes(_ entry: inout QueueEntry, in table: SyncedTable, now: Instant) throws {
    for (key, edit) in entry.edits where key.element == nil {
      guard let text = edit.value.string,
        let right = rightText(key.column, text, edit.wall, in: table, entry.edits, now: now),
        !table.naturalKey.contains(key.column)
      else { continue }
      entry.edits[key]?.value = .string(right)
      try connection.run(
        "UPDATE \(table.name) SET \(key.column) = ?2 WHERE id = ?1 AND \(key.column) = ?3",
        .integer(entry.localID), .text(right), .text(text))
    }
  }

  /// A day of reading that the clock had wrong is that of another row, which may be there already.
  /// A row that the cloud may have stays what it is.
  func moveToRightDay(_ entry: QueueEntry, now: Instant) throws {
    guard let table = catalog[entry.table], let day = table.day,
      table.naturalKey.contains(day.name), entry.operation == .insert,
      let edit = entry.edits[CellKey(day.name)], let text = edit.value.string,
      let right = rightDay(text, edit.wall, now: now),
      var values = try unacknowledgedValues(table, entry.localID)
    else { return }
    values[day.name] = .string(right)
    try connection.run("DELETE FROM sync_queue WHERE id = ?1", .integer(entry.id))
    try connection.run("DELETE FROM \(table.name) WHERE id = ?1", .integer(entry.localID))
    try database.noting { try write(values, to: table) }
  }

  /// What a row that was set aside should say, where the clock was wrong.
  func movingTimes(_ values: JSONObject, wall: Instant, in table: SyncedTable) -> JSONObject {
    let now = surroundings.now() + database.clock.skew
    var right = values
    for member in values {
      guard let text = member.value.string, let column = table.column(member.key) else { continue }
      let moved =
        column.kind == .time
        ? rightTime(text, now: now)
        : table.day?.name == column.name ? rightDay(text, wall, now: now) : nil
      if let moved { right[member.key] = .string(moved) }
    }
    return right
  }

  private func rightText(
    _ column: String, _ text: String, _ wall: Instant, in table: SyncedTable,
    _ edits: [CellKey: CellEdit], now: Instant
  ) -> String? {
    if table.column(column)?.kind == .time || column == Catalog.deletedAt.name {
      return rightTime(text, now: now)
    }
    guard let day = table.day, day.name == column else { return nil }
    let telling = day.tellingColumn.flatMap { edits[CellKey($0)]?.value.string }
    return day.holds(telling: telling) ? rightDay(text, wall, now: now) : nil
  }

  /// Nil for a time that has come: it was not read off the clock, or the clock was right.
  private func rightTime(_ text: String, now: Instant) -> String? {
    guard let time = Instant(text), time > now else { return nil }
    return min(time + database.clock.skew, now).text
  }

  /// Nil for a day that is not what the clock showed, such as one that a person named.
  private func rightDay(_ text: String, _ wall: Instant, now: Instant) -> String? {
    guard wall > now, text == wall.day else { return nil }
    let right = min(wall + database.clock.skew, now).day
    return right == text ? nil : right
  }

  private func unacknowledgedValues(_ table: SyncedTable, _ localID: Int64) throws -> JSONObject? {
    try connection.first(
      "SELECT \(valuesObject(of: table)) FROM \(table.name) WHERE id = ?1 AND seq IS NULL",
      .integer(localID)
    ) { $0.text(0) }.flatMap { try JSONValue(parsing: $0).object }
  }

  /// SQL that gives a row's columns as an object.
  func valuesObject(of table: SyncedTable) -> String {
    let cells = table.columns.map { "'\($0.name)', \($0.name)" }.joined(separator: ", ")
    return "json_object(\(cells))"
  }
}

extension Instant {
  /// The day of UTC, like `2026-11-30`.
  fileprivate var day: String { String(text.prefix(10)) }
}
