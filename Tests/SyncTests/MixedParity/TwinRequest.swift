import Cloud
import Vocabulary

/// A position as each cloud gives it: each draws marks of its own.
struct TwinPlace {
  static let blank = TwinPlace("", "")

  let deployed: String
  let twin: String

  init(_ deployed: String, _ twin: String) {
    self.deployed = deployed
    self.twin = twin
  }

  /// The same change to both texts.
  func spoilt(_ change: (String) -> String) -> TwinPlace {
    TwinPlace(change(deployed), change(twin))
  }
}

/// What a request says of an argument: the same to both clouds, or a position of each.
enum TwinArgument {
  case value(JSONValue)
  case place(TwinPlace)
}

/// One request of one person, to both clouds.
struct TwinRequest: CustomStringConvertible {
  enum Kind {
    /// A function with its arguments.
    case call(String, [(name: String, argument: TwinArgument)])
    case write(PlainRequest, isService: Bool)
  }

  /// Which of the people it is of.
  let person: Int
  let kind: Kind

  var isPush: Bool {
    if case .call("sync_push", _) = kind { true } else { false }
  }

  var isPull: Bool {
    if case .call("sync_pull", _) = kind { true } else { false }
  }

  /// Whether it writes rows.
  var isWrite: Bool {
    if case .write = kind { true } else { isPush }
  }

  /// Whether it leaves everything as it is.
  var isPassive: Bool {
    if case .call(let name, _) = kind {
      ["sync_missing", "sync_digest"].contains(name)
    } else {
      false
    }
  }

  /// Whether it locks the head of its person before all else.
  var holdsHead: Bool {
    if case .write(_, isService: false) = kind { true } else { isPush }
  }

  /// The table and the rows that it means, where it edits rows that are there.
  var edit: PlainRequest? {
    if case .write(let request, _) = kind, request.verb != .insert { request } else { nil }
  }

  /// The device that calls.
  var device: String? { arguments(\.deployed)["device"]?.string }

  /// The arguments of a call as one cloud gets them.
  func arguments(_ which: KeyPath<TwinPlace, String>) -> JSONObject {
    guard case .call(_, let named) = kind else { return JSONObject() }
    return JSONObject(
      named.map { name, argument in
        switch argument {
        case .value(let value): (name, value)
        case .place(let place): (name, .string(place[keyPath: which]))
        }
      })
  }

  var description: String {
    switch kind {
    case .call(let name, _):
      "person \(person) \(name) \(JSONValue.object(arguments(\.deployed)).text)"
    case .write(let request, let isService):
      "person \(person)\(isService ? " as service" : "") \(request.verb.rawValue) "
        + "\(request.path) \(request.prefer) \(request.body)"
    }
  }

  // MARK: - SQL

  /// The types of the arguments, as deployed.
  private static let types = [
    "changes": "jsonb", "ids": "jsonb", "parts": "jsonb", "page": "integer", "upto": "bigint",
  ]

  /// The statement that PostgREST makes of it.
  var sql: String {
    guard case .call(let name, let named) = kind else {
      if case .write(let request, _) = kind { return request.sql }
      return ""
    }
    let body = JSONValue.object(arguments(\.deployed)).text
    let record = named.map { "\"\($0.name)\" \(Self.types[$0.name] ?? "text")" }
    let passed = named.map { "\"\($0.name)\" => b.\"\($0.name)\"" }
    return "select public.\(name)(\(passed.joined(separator: ", "))) "
      + "from json_to_record($body$\(body)$body$::json) b(\(record.joined(separator: ", ")))"
  }

  // MARK: - HTTP

  /// The request itself. `among`: of the rows that it means, only these.
  func http(token: String, among ids: [String]? = nil) -> HTTPRequest {
    switch kind {
    case .call(let name, _):
      return HTTPRequest(
        method: "POST", path: "/rest/v1/rpc/\(name)",
        headers: ["Authorization": "Bearer \(token)"],
        body: JSONValue.object(arguments(\.twin)).bytes)
    case .write(let request, _):
      let nobody = RecordID(high: 0, low: 0).text
      let narrowed = ids.map { "&and=(id.in.(\(([nobody] + $0).joined(separator: ","))))" } ?? ""
      return HTTPRequest(
        method: request.verb.rawValue, path: request.path + narrowed,
        headers: ["Authorization": "Bearer \(token)", "Prefer": request.prefer],
        body: request.verb == .delete ? [] : Array(request.body.utf8))
    }
  }
}
