import Cloud
import Schema
import Store
import Vocabulary

extension TableWrite {
  /// POST: inserts the rows of the body, or edits those that are there, where that is wanted.
  func insert() throws -> HTTPResponse {
    let payload = try Payload(request, isFree: askedColumns != nil)
    let columns = try writtenColumns(payload)
    try caller.requireRights(on: table)
    let resolution = preferences[.resolution]
    let conflict = try conflict(resolution, Set(columns.map(\.name)))
    return try project.connection.transaction {
      let (statement, fresh) = try write(payload.rows, columns, conflict)
      let isOld = fresh == 0 && resolution == "merge-duplicates"
      return try inserted(
        status: isOld ? 200 : 201, statement.written, text: try text(of: statement.written))
    }
  }

  private func write(
    _ rows: [[String: Payload.Value]], _ columns: [ReadableTable.Column],
    _ conflict: PlainStatement.Conflict
  ) throws -> (PlainStatement, fresh: Int) {
    let statement = statement()
    let values = try rows.map { try read($0, columns) }
    var fresh = 0
    for (values, owner, id) in values {
      let plain = try PlainRow(
        values, id: id?.string.flatMap { RecordID($0) }, hasNullID: id == .null, table.synced)
      let person = owner.map { $0.string.flatMap { RecordID($0) } } ?? caller.userID
      let outcome = try statement.insert(plain.completed(at: now), of: person, conflict)
      if outcome == .inserted { fresh += 1 }
    }
    try statement.close()
    return (statement, fresh)
  }

  /// What is done with rows that are there; refused where no constraint holds what is named.
  private func conflict(
    _ resolution: String?, _ columns: Set<String>
  ) throws(RESTRefusal) -> PlainStatement.Conflict {
    guard let resolution else { return .refuse }
    let named = conflictColumns ?? ["user_id", "id"]
    for name in named.sorted() where table.known(name) == nil {
      throw RESTRefusal(
        "42703", "column \"\(name)\" does not exist", hint: table.hint(for: name))
    }
    let key = table.synced.naturalKey
    let target: ConflictTarget
    switch named {
    case ["user_id", "id"]: target = .id
    case ["user_id", "seq"]: target = .number
    case Set(key).union(["user_id"]) where !key.isEmpty: target = .naturalKey
    default:
      throw RESTRefusal(
        "42P10",
        "there is no unique or exclusion constraint matching the ON CONFLICT specification")
    }
    return resolution == "merge-duplicates"
      ? .merge(target, columns: columns) : .ignore(target)
  }

  // MARK: - PUT

  /// PUT: the row whose key the query names, and the body again, whether it is there or not.
  func put() throws -> HTTPResponse {
    let payload = try Payload(request, isFree: askedColumns != nil)
    let columns = try writtenColumns(payload)
    try caller.requireRights(on: table)
    var key: [String: String] = [:]
    for case .compare(let column, .eq, let value) in filters { key[column.name] = value.text }
    guard key.count == 2, filters.count == 2, let owner = key["user_id"], let id = key["id"] else {
      throw RESTRefusal(
        "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")
    }
    guard payload.rows.count == 1, let row = payload.rows.first,
      try read(row, columns).owner?.string == owner, try read(row, columns).id?.string == id
    else {
      throw RESTRefusal(
        "PGRST115", "Payload values do not match URL in primary key column(s)")
    }
    return try project.connection.transaction {
      let (statement, fresh) = try write(
        payload.rows, columns, .merge(.id, columns: Set(columns.map(\.name))))
      return try put(isNew: fresh > 0, text: try text(of: statement.written))
    }
  }

}
