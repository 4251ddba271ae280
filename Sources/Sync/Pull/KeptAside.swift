import ChangeQueue
import Schema
import Store
import Vocabulary

/// Unknown columns and tables of a newer cloud are kept aside, never fatal; so are rows that a
/// table refuses. They are taken once this program knows more than the one that put them there.
extension SyncEngine {
  func keepAside(_ row: PulledRow) throws {
    let earlier = try connection.first(
      "SELECT row_json FROM sync_unknown WHERE table_name = ?1 AND cloud_id = ?2",
      .text(row.table), .text(row.id.text)
    ) { $0.text(0) }
    let kept = try earlier.map { try row.keeping(try PulledRow(try JSONValue(parsing: $0))) } ?? row
    try connection.run(
      """
      INSERT INTO sync_unknown(table_name, cloud_id, seq, row_json) VALUES(?1, ?2, ?3, ?4)
      ON CONFLICT(table_name, cloud_id) DO UPDATE
      SET seq = excluded.seq, row_json = excluded.row_json
      """, .text(row.table), .text(row.id.text), .integer(row.seq), .text(kept.json.text))
    try database.setState(.asideForm, form)
  }

  /// Takes what lies aside where the tables are others than when it came.
  func takeAside() throws {
    let isAny = try connection.first("SELECT 1 FROM sync_unknown LIMIT 1") { _ in true }
    guard isAny != nil, try database.state(.asideForm) != form else { return }
    try database.apply {
      var taker = try RowTaker(engine: self)
      for table in catalog.tables {
        let rows = try connection.all(
          "SELECT row_json, seq FROM sync_unknown WHERE table_name = ?1 ORDER BY abs(seq)",
          .text(table.name)
        ) { (text: $0.text(0), isDoubted: $0.integer(1) < 0) }
        try connection.run("DELETE FROM sync_unknown WHERE table_name = ?1", .text(table.name))
        for (text, isDoubted) in rows {
          let row = try PulledRow(try JSONValue(parsing: text))
          try take(row, isDoubted: isDoubted, in: table, &taker)
        }
      }
      try taker.emptyShelf()
      try taker.finish()
      try database.setState(.asideForm, form)
      try database.setState(.verifyDue, "1")
    }
  }

  /// A row that is here learns what it lacks, and stays acknowledged as it is. One that the cloud
  /// has not shown since it was put back is offered.
  private func take(
    _ row: PulledRow, isDoubted: Bool, in table: SyncedTable, _ taker: inout RowTaker
  ) throws {
    guard let stored = try database.storedRow(row.name), let version = row.version(in: table),
      !row.isSealed,
      try version.parents(in: table).allSatisfy({ try database.localID(of: $0) != nil })
    else {
      try taker.take(row)
      guard isDoubted else { return }
      try connection.run(
        "UPDATE \(table.name) SET seq = NULL WHERE cloud_id = ?1", .text(row.id.text))
      try database.setState(.offersDue, "1")
      return
    }
    if Acknowledgement(stored.seq) == .trashed { return }
    // What was edited since, here or elsewhere, was an edit of what lies aside: no conflict.
    let news = version.cells.filter { key, cell in
      stored.version[key].map { $0 != cell && $0.stamp <= cell.stamp } ?? true
    }
    try join(RowVersion(cells: news), into: row.name)
    if row.hasUnknown(in: table) { try keepAside(row) }
  }

  /// Forgets what lay aside, closed, of a row that has come and can be read.
  func dropAside(_ row: PulledRow) throws {
    try connection.run(
      """
      DELETE FROM sync_unknown WHERE table_name = ?1 AND cloud_id = ?2
        AND instr(row_json, '\(SealedText.mark)')
      """, .text(row.table), .text(row.id.text))
  }

  /// After a reset nothing says that the cloud still has what lies aside, until it shows it again.
  func doubtAside() throws {
    try connection.run("UPDATE sync_unknown SET seq = -seq WHERE seq > 0")
  }

  /// Rows of tables that are not known here are purged like others: one that another names stays.
  func dropDeadAside(upTo last: Int64) throws {
    try connection.run(
      """
      DELETE FROM sync_unknown AS t WHERE seq BETWEEN 1 AND ?1
        AND row_json ->> '$.values.deleted_at' IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM sync_unknown AS u
          WHERE instr(u.row_json, t.cloud_id) AND u.cloud_id <> t.cloud_id)
      """, .integer(last))
  }

  /// What a cloud that purges has not shown again, it has purged.
  func dropDoubtedAside() throws { try connection.run("DELETE FROM sync_unknown WHERE seq < 0") }
}

extension PulledRow {
  /// Whether a text of it came sealed: what was edited here meanwhile had not seen it.
  fileprivate var isSealed: Bool { json.text.contains(SealedText.mark) }

  /// Whether it has columns that the table does not have.
  func hasUnknown(in table: SyncedTable) -> Bool {
    stamped.values.members.contains { table.rule(of: $0.key) == nil }
  }

  /// This row, with those cells of an earlier one that have later stamps: a cloud that was put back
  /// tells old values again. By what rule unknown columns are joined is not known either; at one
  /// stamp what came last stands.
  fileprivate func keeping(_ earlier: PulledRow) throws -> PulledRow {
    var values = stamped.values
    var stamps = stamped.stamps
    for member in earlier.stamped.values {
      guard let elements = member.value.object, let own = values[member.key]?.object else {
        let old = earlier.stamped.stamp(of: member.key)
        guard values[member.key] == nil || old > stamped.stamp(of: member.key) else { continue }
        values[member.key] = member.value
        stamps[member.key] = .string(old.text)
        continue
      }
      var (states, marks) = (own, stamps[member.key]?.object ?? JSONObject())
      for element in elements {
        let old = earlier.stamped.stamp(of: member.key, element.key)
        guard own[element.key] == nil || old > stamped.stamp(of: member.key, element.key)
        else { continue }
        states[element.key] = element.value
        marks[element.key] = .string(old.text)
      }
      values[member.key] = .object(states)
      if !marks.isEmpty { stamps[member.key] = .object(marks) }
    }
    var whole = json.object ?? JSONObject()
    whole["values"] = .object(values)
    if !stamps.isEmpty { whole["stamps"] = .object(stamps) }
    return try PulledRow(.object(whole))
  }
}

extension StampedValues {
  fileprivate func stamp(of column: String, _ element: String? = nil) -> Stamp {
    let own = stamps[column]
    let text = element.map { own?.object?[$0]?.string } ?? own?.string
    return text.flatMap { Stamp($0) } ?? stamp
  }
}
