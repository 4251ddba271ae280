package import Vocabulary

/// A value that was dropped although its writer had not seen the one that stands.
///
/// Its id and its content follow from the two cells, so the cloud and every device write the same
/// row.
package struct Conflict: Sendable, Hashable {
  /// Whose value it was.
  package let row: RowName
  /// Which value it was.
  package let key: CellKey
  /// The value that lost.
  package let mine: Cell
  /// The value that stands.
  package let theirs: Cell

  package init(_ row: RowName, _ key: CellKey, dropped: Cell, kept: Cell) {
    self.row = row
    self.key = key
    mine = dropped
    theirs = kept
  }

  /// Of two cells, the one that the join keeps is `theirs`.
  package init(_ row: RowName, _ key: CellKey, between one: Cell, _ other: Cell) {
    let isOneKept = MergeRule.lww.join(one, other) == one
    self.init(row, key, dropped: isOneKept ? other : one, kept: isOneKept ? one : other)
  }

  /// The name of the row that keeps it, the same on every device.
  package var name: RowName { name(column: key.name) }

  /// The same where the value goes by another name, as one that is sealed does.
  package func name(column: String) -> RowName {
    let id = RecordID(
      table: Catalog.conflictsTable,
      key: [row.table, row.id.text, column, mine.stamp.text, theirs.stamp.text]
        .joined(separator: "|"))
    return RowName(table: Catalog.conflictsTable, id: id)
  }

  /// The row of `sync_conflicts`; every cell carries the stamp of the value that lost.
  package var version: RowVersion {
    let values: [(String, JSONValue)] = [
      ("table_name", .string(row.table)), ("row_id", .string(row.id.text)),
      ("column_name", .string(key.name)),
      ("mine", mine.text.map(JSONValue.string) ?? .null),
      ("theirs", theirs.text.map(JSONValue.string) ?? .null),
      ("mine_stamp", .string(mine.stamp.text)), ("theirs_stamp", .string(theirs.stamp.text)),
      (CellKey.deletedAt.column, .null),
    ]
    return RowVersion(
      cells: Dictionary(
        uniqueKeysWithValues: values.map { (CellKey($0), Cell($1, mine.stamp)) }))
  }

  /// `mine` was made on `base`: does joining it with `theirs` drop a value its writer had not seen?
  package static func arises(
    in table: SyncedTable, _ key: CellKey, mine: Cell, theirs: Cell, base: Stamp
  ) -> Bool {
    guard table.name != Catalog.conflictsTable, table.rule(of: key.column)?.isStamped == true
    else { return false }
    // What a writer left out of a new row is no value that could be lost.
    if mine.value == .null, mine.stamp.isZero { return false }
    // One stamp is of one edit, but for those that an upgrade gave: two files may say two things.
    if theirs.stamp == mine.stamp {
      return mine.value != .null && theirs.value != .null && differ(key, mine.value, theirs.value)
    }
    return theirs.stamp != base && differ(key, mine.value, theirs.value)
  }

  /// Do two values say different things? Two deletions at different times do not.
  private static func differ(_ key: CellKey, _ one: JSONValue, _ other: JSONValue) -> Bool {
    key == .deletedAt ? (one == .null) != (other == .null) : one != other
  }

  /// The conflicts of an unseen edit, column by column, that a deletion has outlived.
  package static func outlived(
    _ row: RowName, in table: SyncedTable, edited: [CellKey: Cell], by deletion: Stamp
  ) -> [Conflict] {
    guard table.name != Catalog.conflictsTable else { return [] }
    return edited.keys.sorted().compactMap { key in
      guard let cell = edited[key], key != .deletedAt, cell.stamp < deletion,
        table.rule(of: key.column)?.isStamped == true
      else { return nil }
      return Conflict(row, key, dropped: cell, kept: Cell(.null, deletion))
    }
  }
}
