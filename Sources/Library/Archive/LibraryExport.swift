package import ChangeQueue
import Schema
import Store
import Vocabulary

/// Everything a person has in a library, as JSON that other programs read too.
///
/// The file is one JSON object, `{"lectern_library": 1, "at": …, "rows": […]}`, with a row on each
/// line: `table`, `id` (its name on all devices), `values` (references are such names, a set is an
/// object of element → on), `stamp` and the `stamps` of what differs from it. Parents come before
/// what names them; the trash comes along.
/// Why a line for a row: what damages a line of the file costs that row only.
package struct LibraryExport {
  /// How many rows of a table were written.
  package struct Count: Sendable, Hashable {
    /// The table.
    package let table: String
    /// Its rows, those in the trash too.
    package var rows: Int
  }

  private let database: UserDatabase

  /// Of that library, as it is when it is written.
  package init(_ database: UserDatabase) { self.database = database }

  /// Writes all of it, in pieces, from one moment of the library. Tables without rows do not count.
  ///
  /// `tell` hears of every piece how many rows are written. Shape: memory holds one piece, whatever
  /// the library holds.
  package func write(
    to put: ([UInt8]) throws -> Void, telling tell: (Int) -> Void = { _ in }
  ) throws -> [Count] {
    try database.read {
      let at = JSONValue.string(database.surroundings.now().text).text
      try put(Array("{\"lectern_library\": 1, \"at\": \(at), \"rows\": [".utf8))
      var counts: [Count] = []
      var isFirst = true
      for table in database.catalog.tables {
        let before = counts.reduce(0) { $0 + $1.rows }
        let rows = try write(table, &isFirst, to: put) { tell(before + $0) }
        if rows > 0 { counts.append(Count(table: table.name, rows: rows)) }
      }
      try put(Array("\n]}\n".utf8))
      return counts
    }
  }

  /// How many rows there are, those among them that do not travel.
  package func rowCount() throws -> Int {
    try database.rowCount(of: database.catalog.tables.map(\.name))
  }

  private func write(
    _ table: SyncedTable, _ isFirst: inout Bool, to put: ([UInt8]) throws -> Void,
    telling tell: (Int) -> Void
  ) throws -> Int {
    var count = 0
    var last: Int64 = 0
    while true {
      let ids = try ids(of: table, after: last)
      guard let end = ids.last else { return count }
      var piece: [UInt8] = []
      for id in ids {
        guard let row = try database.storedRow(table, localID: id), isKept(row, of: table)
        else { continue }
        piece += Array((isFirst ? "\n" : ",\n").utf8)
        isFirst = false
        form(row, of: table).write(to: &piece)
        count += 1
      }
      try put(piece)
      tell(count)
      last = end
    }
  }

  private func ids(of table: SyncedTable, after last: Int64) throws -> [Int64] {
    try database.connection.all(
      "SELECT id FROM \(table.name) WHERE id > ?1 ORDER BY id LIMIT ?2", .integer(last),
      .integer(Int64(Limits.exportPiece))
    ) { $0.integer(0) }
  }

  /// Not what belongs to one device and never travels, nor what a run that is over has left, nor
  /// the locks of an account's sealed texts.
  private func isKept(_ row: StoredRow, of table: SyncedTable) -> Bool {
    if table.isMonotone, Acknowledgement(row.seq) == .trashed { return false }
    if row.version.isSealingLock(in: table) { return false }
    guard let staying = table.staying,
      let value = row.version[CellKey(staying.column)]?.value.string
    else { return true }
    return !staying.values.contains(value)
  }

  private func form(_ row: StoredRow, of table: SyncedTable) -> JSONValue {
    let stamped = row.version.stamped(row.stamp, in: table)
    var form = JSONObject([
      ("table", .string(table.name)), ("id", .string(row.cloudID.text)),
      ("values", .object(stamped.values)), ("stamp", .string(stamped.stamp.text)),
    ])
    if !stamped.stamps.isEmpty { form["stamps"] = .object(stamped.stamps) }
    return .object(form)
  }
}

extension UserDatabase {
  /// How many rows some tables have, the trash too.
  func rowCount(of tables: [String]) throws -> Int {
    try read {
      try tables.reduce(0) { sum, table in
        sum + Int(try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0)
      }
    }
  }
}
