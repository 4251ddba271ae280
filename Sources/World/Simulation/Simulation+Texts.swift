import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Vocabulary

/// What is held where, for the ledger to be held against.
extension Simulation {
  /// Columns that hold what people type. A conflict has both versions.
  private static let textColumns = [
    "user_notes": ["note_text"], "study_collections": ["name"], "verse_highlights": ["note"],
    "bookmarks": ["label"], "bookmarked_topics": ["cached_title"],
    "sync_conflicts": ["mine", "theirs"],
  ]

  /// The same in the next version.
  private static let nextColumns = ["user_notes": ["mood"], "prayers": ["body"]]

  /// Those of living rows alone, where asked for.
  func texts(
    in connection: Connection, areAlive: Bool = false, isUpgraded: Bool
  ) throws -> Set<String> {
    var found: Set<String> = []
    let condition = areAlive ? " AND deleted_at IS NULL" : ""
    for (table, columns) in Array(Self.textColumns) + (isUpgraded ? Array(Self.nextColumns) : []) {
      for column in columns {
        let values = try connection.all(
          "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL\(condition)"
        ) { $0.text(0) }
        found.formUnion(values)
      }
    }
    return found
  }

  /// What a device holds of all that was typed: in rows, the trash, the queue.
  func texts(on device: WorldDevice) throws -> Set<String> {
    let database = device.device.database
    var found = try texts(in: database.connection, isUpgraded: device.isUpgraded)
    found.formUnion(try textsAside(on: device))
    for entry in try database.entries() {
      found.formUnion(entry.edits.values.compactMap(\.value.string))
    }
    return found.intersection(ledger.typed)
  }

  /// What a device keeps aside, because it does not know it.
  private func textsAside(on device: WorldDevice) throws -> Set<String> {
    var found: Set<String> = []
    for (row, columns) in try rowsAside(on: device).map({ ($0, Self.nextColumns[$0.table] ?? []) })
    {
      found.formUnion(columns.compactMap { row.version[CellKey($0)]?.value.string })
    }
    return found
  }

  /// Everything that the cloud holds; of living rows alone, where asked for.
  func cloudTexts(areAlive: Bool = false) throws -> Set<String> {
    try texts(in: world.cloud.connection, areAlive: areAlive, isUpgraded: isCloudUpgraded)
  }

  /// What counts as read on a device; where asked for, also what a later run has put aside.
  func readings(
    on device: WorldDevice, andPast: Bool = false
  ) throws -> Set<Ledger.Reading> {
    try readings(
      in: device.device.database.connection, where: andPast ? "1" : "seq IS NOT -1")
  }

  func cloudReadings() throws -> Set<Ledger.Reading> {
    try readings(in: world.cloud.connection, where: "1")
  }

  private func readings(
    in connection: Connection, where condition: String
  ) throws -> Set<Ledger.Reading> {
    let rows = try connection.all(
      """
      SELECT 'progress', run, book_id || '_' || chapter_num FROM reading_progress WHERE \(condition)
      UNION ALL SELECT 'plan:' || plan_id, run, plan_id || ' ' || day_num FROM plan_progress
      WHERE \(condition)
      """
    ) { Ledger.Reading(run: $0.text(0), number: $0.integer(1), what: $0.text(2)) }
    return Set(rows)
  }
}
