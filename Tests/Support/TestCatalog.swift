package import Schema

extension Catalog {
  /// Lectern's tables and two of the tests: between them every rule, every kind, and a run.
  package static func everyRule() throws(CatalogError) -> Catalog {
    try Catalog(lectern().tables + [testMarks, testDays])
  }

  /// One column of each rule and kind.
  package static let testMarks = SyncedTable(
    "test_marks",
    columns: [
      SyncedColumn("label", .text, .lww, isNullable: true),
      SyncedColumn("rank", .integer, .lww, default: "7", check: "rank >= 0"),
      SyncedColumn("due_at", .time, .lww, isNullable: true),
      SyncedColumn(
        "note_id", .reference(table: "user_notes", isRequired: false), .lww, isNullable: true),
      SyncedColumn("tags", .set, .perElement, default: "'[]'"),
      SyncedColumn("first_at", .time, .earliest, isNullable: true),
      SyncedColumn("last_at", .time, .latest, isNullable: true),
      SyncedColumn("books", .set, .union, default: "'[]'"),
      SyncedColumn("best", .integer, .max, default: "0"),
    ])

  /// Rows that never un-complete, each of a run: `plan:<plan>`.
  package static let testDays = SyncedTable(
    "test_days", identity: .named(["plan", "day", "run"]),
    run: SyncedTable.Run(column: "run", namePrefix: "plan:", nameColumn: "plan"),
    columns: [
      SyncedColumn("plan", .text, .lww),
      SyncedColumn("day", .integer, .lww),
      SyncedColumn("run", .integer, .max, default: "0"),
      SyncedColumn("completed_at", .time, .earliest, isNullable: true),
      SyncedColumn("visited_at", .time, .latest, isNullable: true),
      SyncedColumn("chapters", .set, .union, default: "'[]'"),
    ])
}
