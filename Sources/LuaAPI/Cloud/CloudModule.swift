import Cloud
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  func registerCloud() {
    register(
      FunctionEntry(
        "cloud.rows", [.required("table", .text)],
        options: [
          OptionKey("limit", .integer, "at most so many"),
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
    ) { api, call in
      try api.requireNoTransaction(call)
      let (project, keeper) = try api.device.link.requireProject()
      let table = try call.text(1)
      let query = try Self.query(call)
      let body = try keeper.withToken { (token) throws(CloudError) in
        try project.rows(of: table, query, token: token)
      }
      return call.lua.result(LuaJSON.luaValue(try JSONValue(parsing: body), in: api.state))
    }
  }

  /// Conditions as PostgREST has them; an order of the row's id makes lists repeatable.
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
    query.append(("order", try call.textOption("order") ?? "id"))
    if let limit = call.integerOption("limit") { query.append(("limit", String(limit))) }
    return query
  }
}
