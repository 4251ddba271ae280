import Schema

extension Catalog {
  /// What a next version of Lectern might have: one column more, and one table.
  ///
  /// Why made up: whatever the next one is, today's devices must live with it.
  static func next() throws(CatalogError) -> Catalog {
    let known = try lectern()
    return try Catalog(
      known.tables.map { $0 == userNotes ? $0.adding(Self.mood) : $0 } + [prayers],
      fileVersion: known.fileVersion + 1)
  }

  private static let mood = SyncedColumn("mood", .text, .lww, default: "'none'")

  private static let prayers = SyncedTable(
    "prayers",
    columns: [
      SyncedColumn("body", .text, .lww, check: "body <> ''"),
      SyncedColumn(
        "note_id", .reference(table: "user_notes", isRequired: false), .lww, isNullable: true),
      SyncedColumn("tags", .set, .perElement, default: "'[]'"),
      SyncedColumn("created_at", .time, .earliest, default: nowDefault),
    ])
}

extension SyncedTable {
  fileprivate func adding(_ column: SyncedColumn) -> SyncedTable {
    SyncedTable(
      name, identity: identity, run: run, columns: columns + [column], localColumns: localColumns,
      localIndexes: localIndexes, fullText: fullText, staying: staying, day: day)
  }
}
