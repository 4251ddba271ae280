import Cloud
import Support
import Vocabulary

/// What a cloud answered, in the form in which the two are compared.
struct TwinAnswer {
  /// What is compared.
  let value: JSONValue
  /// The positions in it.
  let places: [(key: String, text: String)]

  private init(_ value: JSONValue, _ places: [(key: String, text: String)] = []) {
    self.value = value
    self.places = places
  }

  private init(reply: JSONValue) {
    self.init(
      reply.compared,
      ["from", "to", "next"].compactMap { key in reply[key]?.string.map { (key, $0) } })
  }

  private init(_ code: String, _ message: String, _ detail: String?, _ hint: String?) {
    // Of several broken checks each database names the one it comes to first.
    self.init([
      "code": .string(code), "message": code == "23514" ? .null : .string(message),
      "details": detail.map(JSONValue.string) ?? .null, "hint": hint.map(JSONValue.string) ?? .null,
    ])
  }

  private init(rows: JSONValue, areFresh: Bool) {
    self.init(.array([.bool(areFresh), rows]))
  }

  /// What PostgreSQL refused.
  ///
  /// Whole rows that broke something are told to the service role alone.
  init(_ error: PostgresError) {
    let isRow = error.detail?.hasPrefix("Failing row contains") == true
    self.init(error.code, error.message, isRow ? nil : error.detail, error.hint)
  }

  /// What a row of PostgreSQL comes to, of the request's own statement.
  init(_ row: [String?], to request: TwinRequest) throws {
    let text = row.first.flatMap { $0 } ?? "null"
    guard case .write(let plain, _) = request.kind else {
      self.init(reply: try JSONValue(parsing: text))
      return
    }
    self.init(
      rows: try Self.rows(text), areFresh: plain.verb == .insert && (row.last ?? "0") != "0")
  }

  init(_ response: HTTPResponse, to request: TwinRequest) throws {
    let body = try JSONValue(parsing: response.body)
    guard response.status < 400 else {
      self.init(
        body["code"]?.string ?? "", body["message"]?.string ?? "", body["details"]?.string,
        body["hint"]?.string)
      return
    }
    guard case .write(let plain, _) = request.kind else {
      self.init(reply: body)
      return
    }
    self.init(
      rows: try Self.rows(body.text),
      areFresh: plain.verb == .insert && response.status == 201 && body.array?.isEmpty == false)
  }

  var isRefusal: Bool { value["code"] != nil }

  /// Written rows in the order of their ids, without numbers: rows of one statement get theirs in
  /// each database's own order.
  private static func rows(_ text: String) throws -> JSONValue {
    let rows = try JSONValue(parsing: text).array ?? []
    return .array(
      rows.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }.map { row in
        .object(
          JSONObject(
            (row.compared.object ?? JSONObject()).members.filter { $0.key != "seq" }
              .map { ($0.key, $0.value) }))
      })
  }
}

extension JSONValue {
  /// Without what is drawn: the cloud's identity and marks; keys in order.
  var compared: JSONValue {
    switch self {
    case .array(let items): return .array(items.map(\.compared))
    case .object(let object):
      let members = object.members.sorted { $0.key < $1.key }.compactMap {
        member -> (String, JSONValue)? in
        switch member.key {
        case "cloud": return nil
        case "message" where object["code"] == "23514": return nil
        case "from", "to", "next":
          let seq = member.value.string?.split(separator: ".").first.map(String.init)
          return (member.key, .string(seq ?? ""))
        default: return (member.key, member.value.compared)
        }
      }
      return .object(JSONObject(members))
    default: return self
    }
  }
}
