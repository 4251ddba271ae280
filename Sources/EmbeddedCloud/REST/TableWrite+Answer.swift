import Cloud
import Vocabulary

extension TableWrite {
  func inserted(
    status: Int, _ written: [OwnedRow], text: RowText?
  ) throws(RESTRefusal) -> HTTPResponse {
    try requireSingle(written.count)
    let total = preferences[.count] == nil ? "*" : "\(written.count)"
    var headers: HTTPHeaders = ["Content-Range": "*/\(total)"]
    if preferences[.return] == "headers-only", let row = written.first {
      headers.add("Location", "/\(table.name)?id=eq.\(row.id.text)&user_id=eq.\(row.owner.text)")
    }
    return try response(
      status, headers, [.resolution, .missing, .return, .count, .handling, .timezone], text)
  }

  /// After PATCH or DELETE.
  func edited(rows: Int, text: RowText?) throws(RESTRefusal) -> HTTPResponse {
    try requireSingle(rows)
    let isDelete = request.method == "DELETE"
    let range = isDelete || rows == 0 ? "*" : "0-\(rows - 1)"
    let total = preferences[.count] == nil ? "*" : "\(rows)"
    var kinds: Set<Preferences.Kind> = [.return, .count, .handling, .timezone, .maxAffected]
    if !isDelete { kinds.insert(.missing) }
    return try response(
      text == nil ? 204 : 200, ["Content-Range": "\(range)/\(total)"], kinds, text)
  }

  func put(isNew: Bool, text: RowText?) throws(RESTRefusal) -> HTTPResponse {
    try response(
      isNew ? 201 : text == nil ? 204 : 200, HTTPHeaders(),
      [.return, .count, .handling, .timezone], text)
  }

  private func requireSingle(_ count: Int) throws(RESTRefusal) {
    if type == .object, count != 1 { throw RowText.notSingle(count) }
  }

  private func response(
    _ status: Int, _ headers: HTTPHeaders, _ kinds: Set<Preferences.Kind>, _ text: RowText?
  ) throws(RESTRefusal) -> HTTPResponse {
    var headers = headers
    if let applied = preferences.applied(kinds) { headers.add("Preference-Applied", applied) }
    guard let text else { return HTTPResponse(status: status, headers: headers) }
    headers.add("Content-Type", type.contentType)
    return HTTPResponse(status: status, headers: headers, body: try text.body())
  }
}
