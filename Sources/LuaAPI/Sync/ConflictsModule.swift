import ChangeQueue
import LuaRuntime
import Schema
import Store
import Vocabulary
import World

extension ScriptAPI {
  func registerConflicts() {
    register(
      FunctionEntry(
        "sync.conflicts",
        result: "list of {id=, table=, row=, column=, mine=, theirs=, at=}, the oldest first",
        doc: """
          Lists values that lost against another device's: mine lost, theirs stands. Those of a \
          row that was deleted since are listed again when it is restored.
          """,
        example: "return #sync.conflicts()")
    ) { api, call in
      let conflicts = try api.device.database.read {
        try api.storedConflicts().filter { try !api.isPast($0) }
      }
      return call.lua.list(conflicts, of: api.classes.conflict, fields: 8) { conflict, table in
        table.set("id", conflict.id)
        table.set("table", conflict.table)
        if let row = conflict.row { table.set("row", row) }
        table.set("cloud_id", conflict.cloudID)
        table.set("column", conflict.column)
        if let mine = conflict.mine { table.set("mine", mine) }
        if let theirs = conflict.theirs { table.set("theirs", theirs) }
        table.set("at", conflict.at)
      }
    }
    register(
      FunctionEntry(
        "conflict:keep_mine", errors: [.notFound],
        doc: "Writes the value that lost once more, as an edit of now, and closes the conflict.",
        example: "for _, c in ipairs(sync.conflicts()) do c:keep_mine() end"),
      in: classes.conflict
    ) { api, call in
      try api.writing(call) { try api.settle(try call.ownID(), keepsMine: true) }
      return call.lua.result()
    }
    register(
      FunctionEntry(
        "conflict:keep_theirs", errors: [.notFound],
        doc: "Leaves the value that stands and closes the conflict.",
        example: "for _, c in ipairs(sync.conflicts()) do c:keep_theirs() end"),
      in: classes.conflict
    ) { api, call in
      try api.writing(call) { try api.settle(try call.ownID(), keepsMine: false) }
      return call.lua.result()
    }
  }

  private struct StoredConflict {
    let id: Int64
    let table: String
    /// The local id of the row; nil where it is not here.
    let row: Int64?
    let cloudID: String
    let column: String
    let mine: String?
    let theirs: String?
    let at: String
    /// The later stamp of both.
    let stamp: Stamp
  }

  /// Whether the row is not here, or was deleted after both values were written: nobody can be
  /// asked which of them is right. A deletion that was one of the two is no such end.
  private func isPast(_ conflict: StoredConflict) throws -> Bool {
    guard let table = device.database.catalog[conflict.table] else { return false }
    guard let row = conflict.row, let stamps = try device.database.storedStamps(table, row)
    else { return true }
    return stamps.isDead && stamps.stamp(of: .deletedAt) > conflict.stamp
  }

  private func storedConflicts() throws -> [StoredConflict] {
    let rows = try device.database.connection.all(
      """
      SELECT id, table_name, row_id, column_name, mine, theirs, updated_at,
        max(mine_stamp, theirs_stamp) FROM sync_conflicts
      WHERE deleted_at IS NULL ORDER BY id
      """
    ) { row in
      StoredConflict(
        id: row.integer(0), table: row.text(1), row: nil, cloudID: row.text(2),
        column: row.text(3), mine: row.optionalText(4), theirs: row.optionalText(5),
        at: row.text(6), stamp: Stamp(unchecked: row.text(7)))
    }
    return try rows.map { conflict in
      StoredConflict(
        id: conflict.id, table: conflict.table, row: try localID(conflict),
        cloudID: conflict.cloudID, column: conflict.column, mine: conflict.mine,
        theirs: conflict.theirs, at: conflict.at, stamp: conflict.stamp)
    }
  }

  private func localID(_ conflict: StoredConflict) throws -> Int64? {
    guard device.database.catalog[conflict.table] != nil,
      let id = RecordID(conflict.cloudID)
    else { return nil }
    return try device.database.localID(of: RowName(table: conflict.table, id: id))
  }

  private func settle(_ id: Int64, keepsMine: Bool) throws {
    try device.database.write {
      guard let conflict = try storedConflicts().first(where: { $0.id == id }),
        try !isPast(conflict)
      else { throw APIError.noConflict(id: id) }
      if keepsMine, let row = conflict.row { try writeMine(conflict, row) }
      try device.database.connection.run(
        "UPDATE sync_conflicts SET deleted_at = ?2 WHERE id = ?1", .integer(id),
        .text(device.database.surroundings.now().text))
    }
  }

  /// An edit like any other: a dead row comes back with it, unless its death is what was lost.
  private func writeMine(_ conflict: StoredConflict, _ row: Int64) throws {
    guard let table = device.database.catalog[conflict.table] else { return }
    let connection = device.database.connection
    if conflict.column == Catalog.deletedAt.name {
      if conflict.mine == nil { return try device.database.restore(table, localID: row) }
      return try connection.run(
        "UPDATE \(table.name) SET deleted_at = ?2 WHERE id = ?1", .integer(row),
        .text(device.database.surroundings.now().text))
    }
    try device.database.restore(table, localID: row)
    if let (column, element) = element(conflict.column, in: table) {
      return try setElement(element, isOn: conflict.mine == "true", column, table, row)
    }
    guard let column = table.column(conflict.column) else { return }
    try connection.run(
      "UPDATE \(table.name) SET \(column.name) = ?2 WHERE id = ?1", .integer(row),
      try localValue(conflict.mine, column))
  }

  private func localValue(_ text: String?, _ column: SyncedColumn) throws -> SQLValue {
    guard let text else { return .null }
    switch column.kind {
    case .reference(let parent, _):
      guard let id = RecordID(text),
        let local = try device.database.localID(of: RowName(table: parent, id: id))
      else { return .null }
      return .integer(local)
    case .integer: return Int64(text).map { .integer($0) } ?? .null
    case .text, .time, .set: return .text(text)
    }
  }

  /// `tags_json.grace`: the column and the element of a set whose elements travel alone.
  private func element(
    _ name: String, in table: SyncedTable
  ) -> (column: SyncedColumn, element: String)? {
    guard let dot = name.firstIndex(of: "."),
      let column = table.column(String(name[..<dot])), column.rule == .perElement
    else { return nil }
    return (column, String(name[name.index(after: dot)...]))
  }

  private func setElement(
    _ element: String, isOn: Bool, _ column: SyncedColumn, _ table: SyncedTable, _ row: Int64
  ) throws {
    let connection = device.database.connection
    let text = try connection.first(
      "SELECT \(column.name) FROM \(table.name) WHERE id = ?1", .integer(row)
    ) { $0.text(0) }
    var elements = try JSONValue(parsing: text ?? "[]").array?.compactMap(\.string) ?? []
    elements.removeAll { $0 == element }
    if isOn { elements.append(element) }
    try connection.run(
      "UPDATE \(table.name) SET \(column.name) = ?2 WHERE id = ?1", .integer(row),
      .text(JSONValue.array(sortedSet(elements).map(JSONValue.string)).text))
  }
}
