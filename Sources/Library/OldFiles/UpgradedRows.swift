import Schema
import Store
import Vocabulary

/// Writes rows that come from elsewhere: as the cloud has never seen them, and no edit of anybody.
final class UpgradedRows {
  /// A row that is to be written, under a name that others may have too.
  private struct Pending {
    var version: RowVersion
    let stamp: Stamp
    let localID: Int64?
  }

  private let connection: Connection
  private let catalog: Catalog
  private var pending: [RecordID: Pending] = [:]
  private var names: [RecordID] = []
  private var conflicts: [Conflict] = []
  private var highWater = Stamp.zero
  private var rowNames = RowNames()
  private var claimed: Set<RecordID> = []

  init(_ connection: Connection, _ catalog: Catalog) {
    self.connection = connection
    self.catalog = catalog
  }

  /// The name of a row without a natural key, the same wherever the same row is taken: from its
  /// table, reference, time, text, and how many like it came before.
  func name(_ table: String, _ reference: String, _ created: String, _ text: String) -> RecordID {
    rowNames.name(table, reference, created, text)
  }

  /// A name that the row brought along; nil where another row had it first.
  func claim(_ id: RecordID?) -> RecordID? {
    id.flatMap { claimed.insert($0).inserted ? $0 : nil }
  }

  /// The version that a row of these values is, alive unless it died at a time.
  func version(
    _ table: SyncedTable, _ values: [(String, JSONValue)], _ stamp: Stamp,
    died: (at: Instant, stamp: Stamp)? = nil
  ) -> RowVersion {
    var version = RowVersion(
      StampedValues(values: JSONObject(values), stamp: stamp), in: table)
    if !table.isMonotone {
      version[.deletedAt] =
        died.map { Cell(.string($0.at.text), $0.stamp) } ?? Cell(.null, stamp)
    }
    return version
  }

  /// Writes a row. References in it are names; their rows are here.
  func insert(
    _ version: RowVersion, _ table: SyncedTable, as id: RecordID, stamp: Stamp, localID: Int64?
  ) throws {
    let stamped = version.stamped(stamp, in: table)
    var row: [(column: String, value: SQLValue)] = [
      ("cloud_id", .text(id.text)), ("stamp", .text(stamp.text)),
      ("updated_at", .text(version.updatedAt.text)),
    ]
    if let localID { row.append(("id", .integer(localID))) }
    if !stamped.stamps.isEmpty {
      row.append(("stamps", .text(JSONValue.object(stamped.stamps).text)))
    }
    for member in stamped.values { row.append((member.key, try stored(member, in: table))) }
    let places = row.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let statement = try connection.cached(
      """
      INSERT INTO \(table.name)(\(row.map(\.column).joined(separator: ", "))) VALUES(\(places))
      """)
    for (place, item) in row.enumerated() { statement.bind(place + 1, item.value) }
    try statement.run()
    highWater = max(highWater, version.newest)
  }

  private func stored(
    _ member: JSONObject.Member, in table: SyncedTable
  ) throws(StoreError) -> SQLValue {
    guard let column = table.column(member.key) else { return SQLValue(member.value) }
    if column.kind == .set { return .text(StampedValues.elementsOn(member.value).text) }
    guard let parent = column.parent, let name = member.value.string else {
      return SQLValue(member.value)
    }
    return try connection.first(
      "SELECT id FROM \(parent) WHERE cloud_id = ?1", .text(name)
    ) { $0.value(0) } ?? .null
  }

  /// Adds a row of a table whose rows have natural keys. True where it became one with a row that
  /// was added before: column by column by their rules, and what loses is kept as a conflict.
  func add(
    _ version: RowVersion, _ table: SyncedTable, as id: RecordID, stamp: Stamp,
    localID: Int64? = nil
  ) -> Bool {
    guard var known = pending[id] else {
      pending[id] = Pending(version: version, stamp: stamp, localID: localID)
      names.append(id)
      return false
    }
    for key in version.cells.keys.sorted() {
      guard let cell = version[key] else { continue }
      guard let rule = table.rule(of: key.column), let standing = known.version[key] else {
        known.version[key] = cell
        continue
      }
      known.version[key] = rule.join(standing, cell)
      if rule.isStamped, key != .deletedAt, standing.value != cell.value {
        let row = RowName(table: table.name, id: id)
        conflicts.append(Conflict(row, key, between: standing, cell))
      }
    }
    pending[id] = known
    return true
  }

  /// Whether a row of that name was added and lives.
  func isLiving(_ id: RecordID) -> Bool { pending[id].map { !$0.version.isDead } ?? false }

  /// Writes what was added, and the conflicts of it.
  func flush(_ table: SyncedTable) throws {
    for id in names {
      guard let row = pending[id] else { continue }
      try insert(row.version, table, as: id, stamp: row.stamp, localID: row.localID)
    }
    pending = [:]
    names = []
    guard let kept = catalog[Catalog.conflictsTable] else { return }
    var written: Set<RecordID> = []
    for conflict in conflicts where written.insert(conflict.name.id).inserted {
      try insert(
        conflict.version, kept, as: conflict.name.id, stamp: conflict.mine.stamp, localID: nil)
    }
    conflicts = []
  }

  /// The clock begins behind everything that is here.
  func noteHighWater() throws(StoreError) {
    guard !highWater.isZero else { return }
    try connection.run(
      "INSERT INTO sync_state(key, value) VALUES('high_water', ?1)", .text(highWater.text))
  }
}
