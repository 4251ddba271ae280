package import Vocabulary

/// What is stored and how two versions of it become one: the one description from which local
/// tables, triggers, merges, the wire and the cloud's tables follow.
package struct Catalog: Sendable {
  /// Parents first: also the order of a push.
  package let tables: [SyncedTable]
  /// The version of a device's file with these tables.
  package let fileVersion: Int64

  /// Which run of a thing that can begin again is current.
  package static let runsTable = "runs"
  /// The values that lost.
  package static let conflictsTable = "sync_conflicts"
  /// Beside much else, the keys that texts are sealed with.
  package static let preferencesTable = "user_preferences"
  /// The column that deletion is. Every synced table has it; its rule is `lww`.
  package static let deletedAt = SyncedColumn("deleted_at", .time, .lww, isNullable: true)

  /// The version of what is deployed for it: a UTC time.
  package static let cloudVersion = "20261201140000"

  /// The first version that knows which of two sealed values stands.
  package static let sealingVersion = "20261201140000"

  /// Refuses a catalog that cannot work: an unknown parent, a parent after its child, a doubled
  /// name, an identity over a column that is not there, a rule that does not fit the kind.
  package init(
    _ tables: [SyncedTable], fileVersion: Int64 = Catalog.localVersion
  ) throws(CatalogError) {
    self.tables = tables
    self.fileVersion = fileVersion
    for (place, table) in tables.enumerated() { try check(table, after: tables[..<place]) }
  }

  /// The table of that name.
  package subscript(name: String) -> SyncedTable? { tables.first { $0.name == name } }

  /// The columns that name a row of that table, with the tables that they are of, parents first.
  package func references(to name: String) -> [(child: SyncedTable, column: SyncedColumn)] {
    tables.flatMap { child in
      child.references.filter { $0.parent == name }.map { (child, $0) }
    }
  }

  /// Its place among the tables, parents first; behind all where it is unknown.
  package func order(of name: String) -> Int {
    tables.firstIndex { $0.name == name } ?? tables.count
  }

  /// What every table has beside its own columns.
  private static let reserved = [
    "id", "cloud_id", "user_id", "deleted_at", "seq", "stamp", "stamps", "updated_at",
  ]

  private func check(
    _ table: SyncedTable, after before: ArraySlice<SyncedTable>
  ) throws(CatalogError) {
    if before.contains(where: { $0.name == table.name }) { throw .doubled(table.name) }
    for (place, column) in table.columns.enumerated() {
      let isTaken =
        Self.reserved.contains(column.name)
        || table.columns[..<place].contains { $0.name == column.name }
      if isTaken { throw .doubled("\(table.name).\(column.name)") }
      if let parent = column.parent, !before.contains(where: { $0.name == parent }) {
        throw .unknownParent("\(table.name).\(column.name)", parent)
      }
      guard fits(column) else { throw .misfit("\(table.name).\(column.name)", column.rule) }
    }
    let mentioned: [String?]
    switch table.identity {
    case .drawn: mentioned = [table.run?.column, table.run?.nameColumn]
    case .named(let key): mentioned = key + [table.run?.column, table.run?.nameColumn]
    }
    for name in mentioned {
      guard let name else { continue }
      guard table.column(name) != nil else { throw .unknownColumn("\(table.name).\(name)") }
    }
  }

  private func fits(_ column: SyncedColumn) -> Bool {
    switch (column.rule, column.kind) {
    case (.lww, .set), (.perElement, .text), (.perElement, .integer), (.perElement, .time): false
    case (.lww, _), (.perElement, .set), (.union, .set): true
    case (.earliest, .time), (.latest, .time), (.max, .integer): true
    default: false
    }
  }
}

/// A catalog that is refused at start.
package enum CatalogError: Explained {
  case doubled(String)
  case unknownParent(String, String)
  case unknownColumn(String)
  case misfit(String, MergeRule)

  package var kind: ErrorKind { .internal }

  package var code: String {
    switch self {
    case .doubled: "schema.doubled"
    case .unknownParent: "schema.unknown_parent"
    case .unknownColumn: "schema.unknown_column"
    case .misfit: "schema.misfit"
    }
  }

  package var summary: String {
    switch self {
    case .doubled(let name): "the catalog names \(name) twice"
    case .unknownParent(let column, let parent): "\(column) points at \(parent), not listed before"
    case .unknownColumn(let name): "the catalog has no column \(name)"
    case .misfit(let column, let rule): "the rule \(rule.rawValue) does not fit \(column)"
    }
  }

  package var hint: String? { nil }
}
