/// A column of a synced table that travels.
package struct SyncedColumn: Sendable, Hashable {
  /// What its values are, on the device (SQLite), in the cloud (PostgreSQL) and on the wire (JSON).
  ///
  /// | kind | device | cloud | wire |
  /// |---|---|---|---|
  /// | text | TEXT | text | string |
  /// | integer | INTEGER | bigint | whole number |
  /// | time | TEXT `2026-11-30T09:12:22.123Z` | timestamptz | the same text |
  /// | set | TEXT, a sorted JSON array of strings | jsonb | array; per element: object name → on |
  /// | reference | INTEGER, the parent's local id | uuid | the parent's cloud id |
  package enum Kind: Sendable, Hashable {
    case text
    case integer
    case time
    case set
    case reference(table: String, isRequired: Bool)
  }

  /// The same on the device and in the cloud.
  package let name: String
  /// What it holds.
  package let kind: Kind
  /// How two values of it become one.
  package let rule: MergeRule
  /// Whether it may be empty.
  package let isNullable: Bool
  /// The SQL default, a literal for both databases; nil for none.
  package let defaultLiteral: String?
  /// An SQL condition on the column that both databases understand; nil for none.
  package let check: String?
  /// Whether its texts are a person's own words: they go up sealed where sealing is on.
  package let isSealed: Bool

  package init(
    _ name: String, _ kind: Kind, _ rule: MergeRule, isNullable: Bool = false,
    default defaultLiteral: String? = nil, check: String? = nil, isSealed: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.rule = rule
    self.isNullable = isNullable
    self.defaultLiteral = defaultLiteral
    self.check = check
    self.isSealed = isSealed
  }

  /// The table a reference points at.
  package var parent: String? {
    if case .reference(let table, _) = kind { table } else { nil }
  }

  /// Must the parent be here before the row can be? A row waits on the shelf for it.
  package var isRequiredReference: Bool {
    if case .reference(_, let isRequired) = kind { isRequired } else { false }
  }
}
