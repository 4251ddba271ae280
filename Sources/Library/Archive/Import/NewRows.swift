import ChangeQueue
import Schema
import Store
import Vocabulary

/// Inserts rows of one table that are not here, without a look at each cell's rule.
final class NewRows {
  enum Result {
    /// Its id here, and its newest stamp.
    case written(Int64, Stamp)
    /// A row of that name is here.
    case known
    /// A row that it names is not here.
    case lacks(String)
  }

  private let table: SyncedTable
  private let database: UserDatabase
  private let now: Instant
  private let columns: [SyncedColumn]
  private let insertion: Statement
  private let parents: [Statement?]

  init(_ table: SyncedTable, _ database: UserDatabase, now: Instant) throws {
    self.table = table
    self.database = database
    self.now = now
    columns = table.joinedColumns
    let names = ["cloud_id", "stamp", "stamps", "updated_at"] + columns.map(\.name)
    let connection = database.connection
    insertion = try connection.cached(
      """
      INSERT INTO \(table.name)(\(names.joined(separator: ", ")))
      VALUES(\(names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
      ON CONFLICT(cloud_id) DO NOTHING
      """)
    parents = try columns.map { column in
      try column.parent.map { try connection.cached("SELECT id FROM \($0) WHERE cloud_id = ?1") }
    }
  }

  /// Writes a row, unless one of that name is here. What it leaves out has its default, as if
  /// nobody ever wrote it; what it may name and is not here is left out, and noted.
  ///
  /// Why without a look first: in a large table each look reads a page of an index, and so does the
  /// insertion.
  func insert(_ given: inout ArchiveRow) throws -> Result {
    var row = given
    fillIn(&row)
    for (place, column) in columns.enumerated() {
      let value = row.stamped.values[column.name] ?? .null
      guard let parent = parents[place], let name = value.string else {
        bind(place + 5, value, column)
        continue
      }
      parent.bind(1, name)
      let id = try parent.first { $0.integer(0) }
      guard id != nil || !column.isRequiredReference else {
        return .lacks("what it names in \(column.name) is not here")
      }
      if id == nil { given.remarks.append("what it names in \(column.name) is not here") }
      insertion.bind(place + 5, id)
    }
    let newest = newest(row)
    insertion.bind(1, row.id.text)
    insertion.bind(2, row.stamped.stamp.text)
    let stamps = row.stamped.stamps
    insertion.bind(3, stamps.isEmpty ? nil : JSONValue.object(stamps).text)
    insertion.bind(4, updatedAt(row, newest))
    try insertion.run()
    guard database.connection.changes > 0 else { return .known }
    return .written(database.connection.lastInsertID, newest)
  }

  private func bind(_ place: Int, _ value: JSONValue, _ column: SyncedColumn) {
    switch value {
    case .string(let text): insertion.bind(place, text)
    case .integer(let number): insertion.bind(place, number)
    case .null: insertion.bindNull(place)
    default: insertion.bind(place, StampedValues.elementsOn(value).text)
    }
  }

  private func fillIn(_ row: inout ArchiveRow) {
    let own = row.stamped.values
    guard own.count < columns.count else { return }
    for column in columns where own[column.name] == nil {
      row.stamped.values[column.name] = standard(column)
      let isLiving = column.name == Catalog.deletedAt.name
      if column.rule == .lww, !isLiving, !row.stamped.stamp.isZero {
        row.stamped.stamps[column.name] = .string(Stamp.zero.text)
      }
    }
  }

  private func standard(_ column: SyncedColumn) -> JSONValue {
    guard let literal = column.defaultLiteral else { return .null }
    if literal == Catalog.nowDefault { return .string(now.text) }
    if column.kind == .set { return .array([]) }
    if let number = Int64(literal) { return .integer(number) }
    return .string(String(literal.dropFirst().dropLast()))
  }

  private func newest(_ row: ArchiveRow) -> Stamp {
    guard !row.stamped.stamps.isEmpty else { return row.stamped.stamp }
    return RowVersion(row.stamped, in: table).newest
  }

  private func updatedAt(_ row: ArchiveRow, _ newest: Stamp) -> String {
    if !newest.isZero { return newest.instant.text }
    return row.stamped.values["created_at"]?.string ?? Instant(milliseconds: 0).text
  }
}
