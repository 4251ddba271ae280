extension SyncedTable {
  /// A column with a day of UTC (`2026-11-30`) that was read off the device's clock. A clock that
  /// was found wrong was wrong about the day too.
  package struct DayColumn: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// The column that tells whether a row holds such a day; nil where every row does.
    package let tellingColumn: String?
    /// How the telling column's value begins there.
    package let beginnings: [String]

    package init(_ name: String, where tellingColumn: String? = nil, begins: [String] = []) {
      self.name = name
      self.tellingColumn = tellingColumn
      beginnings = begins
    }

    /// Does a row hold such a day? `telling`: the value of its telling column.
    package func holds(telling: String?) -> Bool {
      guard tellingColumn != nil else { return true }
      return beginnings.contains { telling?.hasPrefix($0) == true }
    }
  }
}
