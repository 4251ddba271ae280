import Cloud
import Store
import Vocabulary

extension TableRead {
  /// Runs the read for a caller: a user sees the own rows, the service role all, others none.
  func answer(_ connection: Connection, _ caller: RESTCaller) throws -> HTTPResponse {
    var condition = ""
    var values: [SQLValue] = []
    switch (caller.role, caller.userID) {
    case (.service, _): condition = "1"
    case (.authenticated, let user?):
      condition = "user_id = ?"
      values.append(.text(user.text))
    case (.authenticated, nil), (.anonymous, _): condition = "0"
    }
    condition += " AND "
    filter.write(to: &condition, &values)
    return try connection.transaction(.deferred) {
      let total = try total(connection, condition, values)
      if let total, window.offset > 0, window.offset >= total {
        return pastTheEnd(total)
      }
      return try response(try rows(connection, condition, values), total)
    }
  }

  private func total(
    _ connection: Connection, _ condition: String, _ values: [SQLValue]
  ) throws(StoreError) -> Int? {
    guard count != nil else { return nil }
    let statement = try connection.prepare(
      "SELECT count(*) FROM \"\(table.name)\" WHERE \(condition)")
    for (place, value) in values.enumerated() { statement.bind(place + 1, value) }
    return try statement.first { Int($0.integer(0)) }
  }

  private func rows(
    _ connection: Connection, _ condition: String, _ values: [SQLValue]
  ) throws(StoreError) -> (text: [UInt8], count: Int) {
    let columns = outputs.map { "\"\($0.column.name)\"" }.joined(separator: ", ")
    var sql = "SELECT \(columns.isEmpty ? "NULL" : columns) FROM \"\(table.name)\""
    sql += " WHERE \(condition)"
    if !order.isEmpty { sql += " ORDER BY \(order.joined(separator: ", "))" }
    let statement = try connection.prepare("\(sql) LIMIT ? OFFSET ?")
    let all = values + [.integer(Int64(window.limit)), .integer(Int64(window.offset))]
    for (place, value) in all.enumerated() { statement.bind(place + 1, value) }
    var text: [UInt8] = []
    var count = 0
    while try statement.step() {
      if count > 0 { text += ", \n ".utf8 }
      write(statement, to: &text)
      count += 1
    }
    return (text, count)
  }

  private func write(_ row: Statement, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    for (place, output) in outputs.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      writeJSON(output.name.utf8, to: &text)
      text.append(UInt8(ascii: ":"))
      write(row, place, output, to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private func write(_ row: Statement, _ place: Int, _ output: Output, to text: inout [UInt8]) {
    if row.isNull(place) {
      text += "null".utf8
      return
    }
    switch output.column.kind {
    case .text, .uuid: writeJSON(row.utf8(place), to: &text)
    case .time: writeJSON(Self.timestamp(row.text(place)).utf8, to: &text)
    case .integer, .json:
      if output.isText {
        writeJSON(row.utf8(place), to: &text)
      } else {
        text += row.utf8(place)
      }
    }
  }

  /// As PostgreSQL writes times: `+00:00`, and no zeros at the end of a fraction.
  static func timestamp(_ stored: String) -> String {
    guard stored.hasSuffix("Z") else { return stored }
    var text = stored.dropLast()
    if text.contains(where: { $0 == "." }) {
      while text.last == "0" { text = text.dropLast() }
      if text.last == "." { text = text.dropLast() }
    }
    return "\(text)+00:00"
  }

  private func response(
    _ rows: (text: [UInt8], count: Int), _ total: Int?
  ) throws(RESTRefusal) -> HTTPResponse {
    if isSingle, rows.count != 1 {
      throw RESTRefusal(
        "PGRST116", "Cannot coerce the result to a single JSON object",
        details: "The result contains \(rows.count) rows")
    }
    let range =
      rows.count == 0 ? "*" : "\(window.offset)-\(window.offset + rows.count - 1)"
    let isPartial = total.map { rows.count < $0 } ?? false
    return HTTPResponse(
      status: isPartial ? 206 : 200,
      headers: headers(
        range: "\(range)/\(total.map { "\($0)" } ?? "*")",
        type: isSingle ? "application/vnd.pgrst.object+json; charset=utf-8" : nil),
      body: isSingle ? rows.text : Array("[".utf8) + rows.text + Array("]".utf8))
  }

  private func pastTheEnd(_ total: Int) -> HTTPResponse {
    let refusal = RESTRefusal(
      "PGRST103", "Requested range not satisfiable",
      details: "An offset of \(window.offset) was requested, but there are only \(total) rows.")
    var answer = refusal.response(isAnonymous: false)
    answer.headers = headers(range: "*/\(total)", type: nil)
    return answer
  }

  private func headers(range: String, type: String?) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "Content-Range": range, "Content-Type": type ?? RESTEndpoints.jsonType,
    ]
    if let count { headers.add("Preference-Applied", "count=\(count)") }
    return headers
  }
}
