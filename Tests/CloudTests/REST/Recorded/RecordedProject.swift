import Cloud
@testable import EmbeddedCloud
import Schema
import Store
import Testing
import Vocabulary

/// A served project with the people of the recordings, one of whom has 2,500 bookmarks.
final class RecordedProject {
  private let served: ServedProject
  private var tokens: [String: String] = [:]
  private let signer: TokenSigner
  private static let people = [
    "A": "11111111-1111-4111-8111-111111111111", "B": "22222222-2222-4222-8222-222222222222",
    "C": "33333333-3333-4333-8333-333333333333",
  ]

  /// `path`: where its database is made.
  init(path: String) throws {
    let fixture = try ProjectFixture(path: path)
    let connection = fixture.project.connection
    for id in Self.people.values {
      try connection.run(
        """
        INSERT INTO auth_users (id, identity_id, email, password, metadata, created_at, updated_at,
          last_sign_in_at) VALUES (?1, ?1, ?1, '', '{}', '', '', '')
        """, .text(id))
    }
    try Self.addBookmarks(to: connection)
    signer = fixture.project.signer
    let now = fixture.clock.now().milliseconds / 1000
    for (name, id) in Self.people {
      tokens[name] = try signer.sign(["role": "authenticated", "sub": .string(id)])
    }
    tokens["service"] = fixture.project.keys.service
    tokens["foreign"] = try ProjectFixture(seed: 9).project.signer.sign(["role": "authenticated"])
    tokens["unsecured"] = Base64URL.encode(#"{"alg":"none"}"#.utf8) + ".e30."
    self.now = now
    served = try ServedProject { () throws(EmbeddedCloudError) -> EmbeddedProject in
      do { return try ProjectFixture(path: path).project } catch let error as EmbeddedCloudError {
        throw error
      } catch { throw .keysUnreadable }
    }
  }

  private let now: Int64

  deinit { served.server.stop() }

  /// The rows of the recordings' large table: `seq` is its id, `label` its text.
  private static func addBookmarks(to connection: Connection) throws {
    try connection.transaction {
      for number in 1...2500 {
        let time = Instant(
          milliseconds: 1_767_225_600_000 + Int64(number / 3) * 1000 + Int64(number % 7) * 123)
        try connection.run(
          """
          INSERT INTO bookmarks
            (user_id, id, verse_ref, label, created_at, seq, stamp, updated_at)
          VALUES (?1, ?2, 'gen.1.1', ?3, ?4, ?5, '01a000000000-0000-00000000000a', ?4)
          """, .text(people["C"] ?? ""), .text(noteID(number)), .text("row \(number)"),
          .text(time.text), .integer(Int64(number)))
      }
    }
  }

  /// The answer to a recorded request: its status line, its fields, its body.
  func answer(
    to exchange: RecordedExchange
  ) throws -> (status: String, fields: [RecordedExchange.Field], body: String) {
    let client = try RawClient(port: served.server.port)
    var head = "\(exchange.method) /rest/v1\(exchange.path.expanded) HTTP/1.1\r\nHost: t\r\n"
    for field in exchange.fields {
      head += "\(field.name): \(try value(of: field))\r\n"
    }
    let body = bytes(exchange.body)
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    #expect(client.send(Array("\(head)Connection: close\r\n\r\n".utf8) + body))
    let text = client.readToEnd()
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    let fields = lines.dropFirst().compactMap { line -> RecordedExchange.Field? in
      let words = line.split(separator: ": ", maxSplits: 1)
      return words.count == 2
        ? RecordedExchange.Field(name: String(words[0]), value: String(words[1])) : nil
    }
    return (
      String(lines.first?.dropFirst("HTTP/1.1 ".count) ?? ""), fields,
      parts.count == 2 ? String(parts[1]) : ""
    )
  }

  /// The mark of what cannot be decoded stands for a byte that is none of UTF-8.
  private func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0 == "\u{fffd}" ? [0xff] : Array(String($0).utf8) }
  }

  private func value(of field: RecordedExchange.Field) throws -> String {
    guard field.name == "Authorization", field.value.lowercased().hasPrefix("bearer ") else {
      return field.value
    }
    let word = field.value.dropFirst(7)
    if word.first == "<" {
      return "\(field.value.prefix(7))\(tokens[String(word.dropFirst().dropLast())] ?? "")"
    }
    guard word.first == "{" || word.first == "[" else { return field.value }
    var claims = try JSONValue(parsing: String(word))
    if var object = claims.object {
      for name in ["exp", "iat", "nbf"] { object[name] = moved(object[name]) }
      claims = .object(object)
    }
    return "Bearer \(try signer.sign(claims))"
  }

  /// `now+60` is a minute from now.
  private func moved(_ time: JSONValue?) -> JSONValue? {
    guard let text = time?.string, text.hasPrefix("now"), let offset = Double(text.dropFirst(3))
    else { return time }
    let moved = Double(now) + offset
    return Int64(exactly: moved).map(JSONValue.integer) ?? .number(moved)
  }
}
