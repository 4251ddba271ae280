package import Vocabulary

/// One version of a row, cell by cell. References are cloud ids.
///
/// Stored and sent, it is values, one stamp that holds for all of them, and the stamps that differ.
package struct RowVersion: Sendable, Hashable {
  /// The values, each with its stamp.
  package var cells: [CellKey: Cell]

  package init(cells: [CellKey: Cell] = [:]) { self.cells = cells }

  /// The value of a column or an element.
  package subscript(key: CellKey) -> Cell? {
    get { cells[key] }
    set { cells[key] = newValue }
  }

  /// Whether it is in the trash.
  package var isDead: Bool { cells[.deletedAt].map { $0.value != .null } ?? false }

  /// The largest stamp in it; zero where nothing carries one.
  package var newest: Stamp { cells.values.map(\.stamp).max() ?? .zero }

  /// The time that `updated_at` shows: of the newest stamp, else when the row was made.
  package var updatedAt: Instant {
    let newest = newest
    if !newest.isZero { return newest.instant }
    let made = cells[CellKey("created_at")]?.value.string
    return made.flatMap { Instant($0) } ?? Instant(milliseconds: 0)
  }

  /// Rows that this one needs: (table, cloud id), in the order of the columns.
  package func parents(in table: SyncedTable, onlyRequired: Bool = false) -> [RowName] {
    table.references.compactMap { column in
      guard let parent = column.parent, !onlyRequired || column.isRequiredReference,
        let text = cells[CellKey(column.name)]?.value.string, let id = RecordID(text)
      else { return nil }
      return RowName(table: parent, id: id)
    }
  }

  /// The run that the row belongs to, where its table has runs.
  package func run(in table: SyncedTable) -> (name: String, number: Int64)? {
    guard let run = table.run else { return nil }
    let suffix = run.nameColumn.flatMap { cells[CellKey($0)]?.text } ?? ""
    return (run.namePrefix + suffix, cells[CellKey(run.column)]?.value.integer ?? 0)
  }
}

/// A row by its table and cloud id.
package struct RowName: Sendable, Hashable, Comparable {
  /// Its table.
  package let table: String
  /// Its id in the cloud, the same on every device.
  package let id: RecordID

  package init(table: String, id: RecordID) {
    self.table = table
    self.id = id
  }

  package static func < (one: RowName, other: RowName) -> Bool {
    (one.table, one.id) < (other.table, other.id)
  }
}

extension SyncedTable {
  /// The rule of a column, `deleted_at` included; nil for a column the table does not have.
  package func rule(of column: String) -> MergeRule? {
    column == Catalog.deletedAt.name && !isMonotone ? .lww : self.column(column)?.rule
  }
}
