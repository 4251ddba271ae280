import ChangeQueue
import Schema
import Vocabulary

/// A row here after the cells of a file were joined into it.
struct JoinedCells {
  private(set) var version: RowVersion
  /// The cells that the file changed.
  private(set) var changed: [CellKey] = []
  /// What the file has an older value of, by name.
  private(set) var older: [String] = []
  /// The largest stamp among those that changed.
  private(set) var newest = Stamp.zero

  init(
    _ mine: RowVersion, _ theirs: RowVersion, in table: SyncedTable, _ database: UserDatabase
  ) throws {
    version = mine
    for key in theirs.cells.keys.sorted() {
      guard let cell = theirs[key], let rule = table.rule(of: key.column),
        try Self.isHere(cell, key, in: table, database)
      else { continue }
      let own = mine[key]
      let joined = own.map { rule.join($0, cell) } ?? cell
      if joined != own {
        version[key] = joined
        changed.append(key)
        newest = max(newest, joined.stamp)
      } else if let own, own.value != cell.value, rule.isStamped, cell.value != .null {
        older.append(key.name)
      }
    }
  }

  /// What a row names must be here.
  private static func isHere(
    _ cell: Cell, _ key: CellKey, in table: SyncedTable, _ database: UserDatabase
  ) throws -> Bool {
    guard let parent = table.column(key.column)?.parent, cell.value != .null else { return true }
    guard let id = cell.value.string.flatMap({ RecordID($0) }) else { return false }
    return try database.localID(of: RowName(table: parent, id: id)) != nil
  }
}
