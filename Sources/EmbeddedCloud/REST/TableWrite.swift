import Cloud
import Schema
import Store
import Vocabulary

/// One write of a table through PostgREST: POST inserts, PATCH edits, DELETE deletes, PUT inserts
/// or edits the row that the path names.
struct TableWrite {
  let project: EmbeddedProject
  let table: ReadableTable
  let caller: RESTCaller
  let now: Instant
  let request: HTTPRequest
  let preferences: Preferences
  let type: MediaType
  let selection: Selection
  let filters: [Filter]
  /// The columns that the query names; nil where the body does.
  let askedColumns: [String]?
  let conflictColumns: Set<String>?

  init(
    _ endpoints: RESTEndpoints, _ table: ReadableTable, _ request: HTTPRequest,
    _ query: QueryString, _ caller: RESTCaller
  ) throws(RESTRefusal) {
    project = endpoints.project
    now = endpoints.now
    self.table = table
    self.caller = caller
    self.request = request
    type = try MediaType(accept: request.headers["Accept"])
    preferences = try Preferences(request.headers)
    selection = try Selection(table, query, project.catalog)
    filters = try FilterParser(table: table).filters(query)
    askedColumns = query["columns"].map { ListText.items($0[...]).map(ListText.unquoted) }
    conflictColumns = query["on_conflict"].map { text in
      Set(ListText.items(text[...]).map(ListText.unquoted))
    }
  }

  /// Writes, in one transaction, and answers; nothing stays of what is refused.
  func answer() throws -> HTTPResponse {
    switch request.method {
    case "POST": try insert()
    case "PUT": try put()
    case "PATCH": try update()
    default: try delete()
    }
  }

  // MARK: - PATCH and DELETE

  private func update() throws -> HTTPResponse {
    let payload = try Payload(request, isFree: askedColumns != nil)
    let columns = try writtenColumns(payload)
    try caller.requireRights(on: table)
    guard let first = payload.rows.first, !columns.isEmpty else {
      return try edited(rows: 0, text: try text(of: []))
    }
    let (values, _, _) = try read(first, columns)
    try requireFilters("UPDATE")
    return try project.connection.transaction {
      let statement = statement()
      // Sets are read as triggers read them: only where there is a row.
      for place in try matches() {
        try statement.update(place, try PlainRow(values, table.synced))
      }
      try statement.close()
      let count = statement.written.count
      try requireFew(count)
      return try edited(rows: count, text: try text(of: statement.written))
    }
  }

  private func delete() throws -> HTTPResponse {
    try caller.requireRights(on: table)
    try requireFilters("DELETE")
    return try project.connection.transaction {
      let statement = statement()
      let places = try matches()
      try requireFew(places.count)
      let text = try text(of: places)
      let isForGood = caller.role == .service && request.headers["Lectern-Erase"] != nil
      for place in places {
        if isForGood { try statement.erase(place) } else { _ = try statement.delete(place) }
      }
      try statement.close()
      return try edited(rows: places.count, text: text)
    }
  }

  /// Hosted projects load an extension that refuses this.
  /// Source: https://github.com/eradman/pg-safeupdate
  private func requireFilters(_ verb: String) throws(RESTRefusal) {
    guard filters.isEmpty else { return }
    throw RESTRefusal("21000", "\(verb) requires a WHERE clause")
  }

  private func requireFew(_ count: Int) throws(RESTRefusal) {
    guard let most = preferences.mostAffected, count > most else { return }
    throw RESTRefusal(
      "PGRST124", "Query result exceeds max-affected preference constraint",
      details: "The query affects \(count) rows")
  }

  // MARK: - What all of them do

  func statement() -> PlainStatement {
    project.plainStatement(
      on: table.synced, by: caller.userID, isService: caller.role == .service, at: now,
      requiresAccount: true)
  }

  /// The columns that are written, each of which the table has.
  func writtenColumns(_ payload: Payload) throws(RESTRefusal) -> [ReadableTable.Column] {
    var columns: [ReadableTable.Column] = []
    for name in Set(askedColumns ?? payload.columns).sorted() {
      columns.append(try table.writtenColumn(name))
    }
    return columns
  }

  /// The values of a row as its columns hold them, what it says of owner and id apart; nil where it
  /// says nothing of one.
  func read(
    _ row: [String: Payload.Value], _ columns: [ReadableTable.Column]
  ) throws(RESTRefusal) -> (values: [String: JSONValue], owner: JSONValue?, id: JSONValue?) {
    var values: [String: JSONValue] = [:]
    for column in columns {
      if let value = row[column.name] {
        values[column.name] = try column.kind.value(value)
      } else if preferences[.missing] != "default" {
        values[column.name] = .null
      }
    }
    return (values, values["user_id"], values["id"])
  }

  private func matches() throws -> [OwnedRow] {
    let condition = caller.condition(.all(filters))
    let found = try project.connection.prepare(
      "SELECT t.user_id, t.id FROM \"\(table.name)\" t WHERE \(condition.sql) ORDER BY t.rowid")
    for (place, value) in condition.values.enumerated() { found.bind(place + 1, value) }
    return try found.all { (RecordID($0.text(0)), RecordID($0.text(1))) }.compactMap { pair in
      guard let owner = pair.0, let id = pair.1 else { return nil }
      return OwnedRow(owner: owner, id: id)
    }
  }

  /// The rows as they are now, where the client wants to see them.
  func text(of places: [OwnedRow]) throws -> RowText? {
    guard preferences[.return] == "representation" else { return nil }
    let list = JSONValue.array(
      places.map { .array([.string($0.owner.text), .string($0.id.text)]) })
    let order = (selection.order + ["w.key"]).joined(separator: ", ")
    let statement = try project.connection.prepare(
      """
      SELECT \(selection.columns) FROM json_each(?) w JOIN "\(table.name)" t
      ON t.user_id = w.value ->> 0 AND t.id = w.value ->> 1 ORDER BY \(order)
      """)
    let values = selection.values + [.text(list.text)] + selection.orderValues
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    var rows = RowText(selection.outputs, type)
    while try statement.step() { rows.append(statement) }
    return rows
  }
}
