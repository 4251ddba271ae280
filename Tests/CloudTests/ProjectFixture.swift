import Cloud
import EmbeddedCloud
import Schema
import Store
import Vocabulary

/// An embedded project, and a clock that tests move.
final class ProjectFixture {
  let clock: SeededSurroundings
  let project: EmbeddedProject
  /// What the functions `echo` and `refuse` were given is said back.
  init(path: String = ":memory:", seed: UInt64 = 1) throws {
    clock = SeededSurroundings(seed: seed)
    var settings = EmbeddedProject.Settings()
    settings.path = path
    settings.passwordCost = .trivial
    project = try EmbeddedProject(
      settings, clock, catalog: try Catalog.lectern(),
      functions: ["echo": echo, "refuse": refuse, "break": breakDown])
  }

  var remote: RemoteProject {
    RemoteProject(name: "embedded", port: InProcessPort(to: project), key: project.keys.anon)
  }

  var account: Account { Account(project: remote, surroundings: clock) }

  func signUp(_ email: String) throws -> Session {
    guard
      case .signedIn(let session) = try account.signUp(
        email: email, password: "correct-horse-9", name: "Ann")
    else { throw CloudError.notSignedIn(.never) }
    return session
  }

  func get(
    _ path: String, token: String? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) -> HTTPResponse {
    ask("GET", path, token: token, headers: headers)
  }

  func ask(
    _ method: String, _ path: String, token: String? = nil, headers: HTTPHeaders = HTTPHeaders(),
    _ body: String = ""
  ) -> HTTPResponse {
    var headers = headers
    if let token { headers.add("Authorization", "Bearer \(token)") }
    return project.answer(
      HTTPRequest(method: method, path: path, headers: headers, body: Array(body.utf8)))
  }

  func addNote(_ user: RecordID, _ number: Int, _ reference: String, _ text: String) throws {
    try project.connection.run(
      """
      INSERT INTO user_notes (user_id, id, verse_ref, note_text, tags_json, created_at, seq,
        stamp, stamps, updated_at, deleted_at)
      VALUES (?, ?, ?, ?, '["a"]', ?, ?, '01a000000000-0000-00000000000a', '{"note_text":"x"}',
        ?, ?)
      """, .text(user.text), .text(noteID(number)), .text(reference), .text(text),
      .text("2026-01-01T00:00:0\(number % 10).\(number % 10)00Z"), .integer(Int64(number)),
      .text("2026-01-01T00:00:00.000Z"), number % 2 == 0 ? .null : "2026-01-02T00:00:00.000Z")
  }
}

func noteID(_ number: Int) -> String {
  RecordID(high: 0xa000_0000_0000_4000, low: 0x8000_0000_0000_0000 | UInt64(number)).text
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

private func echo(_ call: RPCCall) throws -> [UInt8] {
  let body = try JSONValue(parsing: call.body)
  let answer: JSONValue = [
    "user": .string(call.userID.text), "role": call.claims["role"] ?? .null,
    "now": .string(call.now.text), "body": body,
  ]
  return answer.bytes
}

/// Writes a row, and then thinks better of it.
private func refuse(_ call: RPCCall) throws -> [UInt8] {
  try call.connection.run("INSERT INTO sync_heads (user_id, head) VALUES ('x', 1)")
  throw RESTRefusal("P0001", "not today", details: "because", hint: "tomorrow")
}

private func breakDown(_ call: RPCCall) throws -> [UInt8] {
  try call.connection.run("SELECT nothing FROM nowhere")
  return []
}
