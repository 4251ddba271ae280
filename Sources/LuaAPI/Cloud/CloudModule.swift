import Cloud
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerCloud() {
    register(Self.cloudRows) { api, call in
      try api.requireNoTransaction(call)
      return try Self.rows(through: api.device.link, call)
    }
    register(Self.cloudEntitle) { api, call in
      try api.requireNoTransaction(call)
      return try Self.entitle(through: api.device.link, call)
    }
  }

  /// What `cloud.entitle` takes and gives.
  static let cloudEntitle =
    FunctionEntry(
      "cloud.entitle", [.required("email", .text), .optional("until", .text)],
      result: "true", errors: [.badValue, .notConfigured],
      doc: """
        Says until when an account of the embedded cloud may sync, as a shop would; without a time \
        there is no end. Tokens tell it from their next renewal on, within the hour. What waits \
        when it ends goes up when it is back.
        """,
      example: """
        auth.sign_up("a@b.example", "password-1")
        return cloud.entitle("a@b.example", "2030-01-01T00:00:00Z")
        """)

  /// Says it of an account of the embedded cloud there.
  static func entitle(through link: CloudLink, _ call: APICall) throws -> LuaResults {
    guard let cloud = link.cloudOperator else {
      throw APIError.notEmbedded(function: call.entry.name)
    }
    var end: Instant?
    if !call.isMissing(2) {
      guard let time = Instant(try call.text(2)) else {
        throw APIError.badValue(
          argument: "until", problem: "is no time", hint: "write it like 2026-01-01T08:00:00Z")
      }
      end = time
    }
    let email = try call.text(1)
    guard try cloud.entitle(email, until: end) else {
      throw APIError.badValue(
        argument: "email", problem: "\(email) has no account here",
        hint: "auth.sign_up(email, password) makes one")
    }
    return call.lua.result(true)
  }

  /// What `cloud.rows` takes and gives.
  static let cloudRows =
    FunctionEntry(
      "cloud.rows", [.required("table", .text)],
      options: [
        .limit,
        OptionKey("order", .text, "a column, with .desc for the last first"),
      ],
      takesAnyOption: true, result: "list of records",
      errors: [.notSignedIn, .offline, .refused, .notConfigured],
      doc: """
        Reads rows of the account from the cloud; further options are columns and the values \
        they must have, null for none.
        """,
      example: """
        auth.sign_up("a@b.example", "password-1")
        notes.add("John 3:16", "x")
        sync.now()
        return cloud.rows("user_notes", {verse_ref = "john 3:16"})[1].note_text
        """)

  /// Rows of the account that is signed in there.
  static func rows(through link: CloudLink, _ call: APICall) throws -> LuaResults {
    let (project, keeper) = try link.requireProject()
    let table = try call.text(1)
    let query = try query(call)
    let rows = try pages(limit: try limit(call)) { offset, limit in
      var window = query + [("offset", String(offset))]
      if let limit { window.append(("limit", String(limit))) }
      return try keeper.withToken { (token) throws(CloudError) in
        try project.rows(of: table, window, token: token)
      }
    }
    return call.lua.result(LuaJSON.luaValue(.array(rows), in: call.lua.state))
  }

  private static func limit(_ call: APICall) throws(APIError) -> Int? {
    guard let limit = call.integerOption("limit") else { return nil }
    guard limit >= 0 else {
      throw .badValue(
        argument: "limit", problem: "is \(limit)", hint: "give 0 or more, or leave it out")
    }
    return Int(limit)
  }

  /// All rows up to the limit: a cloud gives so many at once, and the rest when it is asked again.
  private static func pages(
    limit: Int?, _ read: (_ offset: Int, _ limit: Int?) throws -> RowPage
  ) throws -> [JSONValue] {
    var rows: [JSONValue] = []
    while rows.count < limit ?? Int.max {
      let page = try read(rows.count, limit.map { $0 - rows.count })
      guard let found = try JSONValue(parsing: page.body).array else {
        throw CloudError.unreadable(status: 200, reason: "no list of rows came")
      }
      rows += found
      if found.isEmpty || rows.count >= page.total ?? Int.max { break }
    }
    return rows
  }

  /// Conditions as PostgREST has them; the row's id ends every order: lists repeat, and no row
  /// falls between two pages.
  private static func query(_ call: APICall) throws -> [(name: String, value: String)] {
    var query: [(name: String, value: String)] = []
    for (name, value) in call.options.sorted(by: { $0.key < $1.key })
    where name != "limit" && name != "order" {
      switch value {
      case .null: query.append((name, "is.null"))
      case .string(let text): query.append((name, "eq.\(text)"))
      case .integer(let number): query.append((name, "eq.\(number)"))
      case .number(let number): query.append((name, "eq.\(number)"))
      case .boolean(let flag): query.append((name, "is.\(flag)"))
      default:
        throw APIError.wrongType(
          function: call.entry.name, argument: name, expected: "text, number, boolean or null",
          found: value.kind.name)
      }
    }
    let order = try call.textOption("order") ?? ""
    query.append(("order", order.isEmpty ? "id" : order + ",id"))
    return query
  }
}
