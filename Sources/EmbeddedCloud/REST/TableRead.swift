import Cloud
import Schema
import Store
import Vocabulary

/// One read of a table: which columns and rows, in which order, how many, and in which form.
struct TableRead {
  let table: ReadableTable
  let selection: Selection
  let filter: Filter
  let window: RowWindow
  let preferences: Preferences
  let type: MediaType
  /// Where the rows are: the request's path, its query in order.
  let location: String

  init(
    _ table: ReadableTable, _ query: QueryString, _ headers: HTTPHeaders, _ catalog: Catalog
  ) throws(RESTRefusal) {
    self.table = table
    type = try MediaType(accept: headers["Accept"])
    preferences = try Preferences(headers)
    selection = try Selection(table, query, catalog)
    filter = .all(try FilterParser(table: table).filters(query))
    window = try RowWindow(query, range: headers["Range"])
    location = "/\(table.name)\(query.canonical)"
  }

  /// Runs the read for a caller: a user sees the own rows, the service role all.
  func answer(_ connection: Connection, _ caller: RESTCaller) throws -> HTTPResponse {
    try caller.requireRights(on: table)
    let condition = caller.condition(filter)
    return try connection.transaction(.deferred) {
      let total = try total(connection, condition)
      if let total, window.offset > total { return pastTheEnd(total) }
      return try response(try rows(connection, condition), total)
    }
  }

  private func total(
    _ connection: Connection, _ condition: RowCondition
  ) throws(StoreError) -> Int? {
    guard preferences[.count] != nil else { return nil }
    let statement = try connection.prepare(
      "SELECT count(*) FROM \"\(table.name)\" t WHERE \(condition.sql)")
    for (place, value) in condition.values.enumerated() { statement.bind(place + 1, value) }
    return try statement.first { Int($0.integer(0)) }
  }

  private func rows(
    _ connection: Connection, _ condition: RowCondition
  ) throws(StoreError) -> RowText {
    var sql = "SELECT \(selection.columns) FROM \"\(table.name)\" t WHERE \(condition.sql)"
    if !selection.order.isEmpty {
      sql += " ORDER BY \(selection.order.joined(separator: ", "))"
    }
    let statement = try connection.prepare("\(sql) LIMIT ? OFFSET ?")
    let all =
      selection.values + condition.values + selection.orderValues
      + [.integer(Int64(window.limit)), .integer(Int64(window.offset))]
    for (place, value) in all.enumerated() { statement.bind(place + 1, value) }
    var rows = RowText(selection.outputs, type)
    while try statement.step() { rows.append(statement) }
    return rows
  }

  private func response(_ rows: RowText, _ total: Int?) throws(RESTRefusal) -> HTTPResponse {
    let body = try rows.body()
    let range =
      rows.count == 0 ? "*" : "\(window.offset)-\(window.offset + rows.count - 1)"
    let isPartial = total.map { rows.count < $0 } ?? false
    return HTTPResponse(
      status: isPartial ? 206 : 200,
      headers: headers(
        range: "\(range)/\(total.map { "\($0)" } ?? "*")", type: type.contentType), body: body)
  }

  private func pastTheEnd(_ total: Int) -> HTTPResponse {
    let refusal = RESTRefusal(
      "PGRST103", "Requested range not satisfiable",
      details: "An offset of \(window.offset) was requested, but there are only \(total) rows.")
    var answer = refusal.response(isAnonymous: false)
    answer.headers = headers(range: "*/\(total)", type: RESTEndpoints.jsonType)
    return answer
  }

  private func headers(range: String, type: String) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "Content-Range": range, "Content-Location": location, "Content-Type": type,
    ]
    if let applied = preferences.applied([.count, .handling, .timezone]) {
      headers.add("Preference-Applied", applied)
    }
    return headers
  }
}
