/// A table whose rows travel between devices and the cloud.
///
/// On the device it has `id INTEGER PRIMARY KEY`, these columns, and what sync keeps of a row:
/// `cloud_id`, `deleted_at`, `seq`, `stamp`, `stamps`, and `updated_at`, which follows the stamps.
/// In the cloud its key is `(user_id, id)`.
package struct SyncedTable: Sendable, Hashable {
  /// How a row gets its cloud id.
  package enum Identity: Sendable, Hashable {
    /// UUID v7, drawn at birth.
    case drawn
    /// UUID v8 over the columns' values, joined by `|`; a reference stands for its cloud id.
    case named([String])
  }

  /// The same on the device and in the cloud.
  package let name: String
  /// What travels, beside what every row has.
  package let columns: [SyncedColumn]
  /// How a row gets its cloud id.
  package let identity: Identity
  /// The run a row belongs to, where rows never un-complete; nil for ordinary tables.
  package let run: Run?
  /// Local-only columns, in SQL, such as generated counts. They never travel.
  package let localColumns: [String]
  /// Indexes on the device.
  package let localIndexes: [LocalIndex]

  /// Full text over one column; nil for none.
  package let fullText: FullText?

  /// Which of its rows never travel; nil for none.
  package let staying: Staying?

  /// The column that says on what day a row was written; nil for none.
  package let day: DayColumn?

  /// An index on the device.
  package struct LocalIndex: Sendable, Hashable {
    /// What it sorts by.
    package enum Key: Sendable, Hashable {
      /// Columns, in SQL.
      case columns(String)
      /// The place in the Bible of the references that a column holds.
      case verse(of: String)
    }

    /// Its name.
    package let name: String
    /// What it sorts by.
    package let key: Key
    /// Which rows it holds, in SQL; nil for all.
    package let condition: String?

    package init(_ name: String, _ key: Key, where condition: String? = nil) {
      self.name = name
      self.key = key
      self.condition = condition
    }
  }

  /// Rows of a run that is over are ignored and dropped.
  package struct Run: Sendable, Hashable {
    /// The column that holds the run's number.
    package let column: String
    /// The run's name: a literal, then the value of a column, if any (`plan:` + plan_id).
    package let namePrefix: String
    /// The column whose value ends the run's name.
    package let nameColumn: String?

    package init(column: String, namePrefix: String, nameColumn: String? = nil) {
      self.column = column
      self.namePrefix = namePrefix
      self.nameColumn = nameColumn
    }
  }

  package init(
    _ name: String, identity: Identity = .drawn, run: Run? = nil, columns: [SyncedColumn],
    localColumns: [String] = [], localIndexes: [LocalIndex] = [],
    fullText: FullText? = nil, staying: Staying? = nil, day: DayColumn? = nil
  ) {
    self.name = name
    self.identity = identity
    self.run = run
    self.columns = columns
    self.localColumns = localColumns
    self.localIndexes = localIndexes
    self.fullText = fullText
    self.staying = staying
    self.day = day
  }

  /// Rows of a monotone table never die and never un-complete within a run.
  package var isMonotone: Bool { run != nil || name == Catalog.runsTable }

  /// The column of that name.
  package func column(_ name: String) -> SyncedColumn? { columns.first { $0.name == name } }

  /// What is joined of a row: its columns, and deletion, but rows of monotone tables never die.
  package var joinedColumns: [SyncedColumn] {
    isMonotone ? columns : columns + [Catalog.deletedAt]
  }

  /// The place of the column of that name.
  package func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// Whether rows of it may hold sealed texts: its own columns', or what was lost of others.
  package var isSealed: Bool {
    name == Catalog.conflictsTable || columns.contains { $0.isSealed }
  }

  /// The columns that name a row of another table.
  package var references: [SyncedColumn] { columns.filter { $0.parent != nil } }

  package static func == (one: SyncedTable, other: SyncedTable) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
