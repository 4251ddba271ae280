import EmbeddedCloud
import Testing
import Vocabulary

/// Asks a served project over HTTP, one connection a request.
struct AuthClient {
  struct Answer {
    /// The status line without the version.
    var status = ""
    var fields: [RecordedExchange.Field] = []
    var body = ""

    var text: String { "\(status) \(body)" }

    var json: JSONValue {
      get throws { try JSONValue(parsing: body) }
    }

    /// The words behind the question mark of a redirect.
    var brought: [String: String] {
      let url = fields.first { $0.name == "Location" }?.value ?? ""
      let words = url.firstIndex(of: "?").map { url[$0...].dropFirst().prefix { $0 != "#" } } ?? ""
      return Dictionary(
        QueryString(words).pairs.map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  let port: UInt16

  /// - Parameter line: method and path; what begins with `//` is no path of Auth.
  func ask(
    _ line: String, _ fields: [RecordedExchange.Field], _ body: String
  ) throws -> Answer {
    let words = line.split(separator: " ", maxSplits: 1)
    let target =
      words[1].hasPrefix("//") ? String(words[1].dropFirst()) : Self.prefix(of: words[1]) + words[1]
    var head = "\(words[0]) \(target) HTTP/1.1\r\nHost: 127.0.0.1:54321\r\n"
    if !fields.contains(where: { $0.name == "X-Supabase-Api-Version" }) {
      head += "X-Supabase-Api-Version: 2024-01-01\r\n"
    }
    for field in fields where field.value != "none" { head += "\(field.name): \(field.value)\r\n" }
    let bytes = Array(body.utf8)
    if !bytes.isEmpty {
      head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n"
    }
    let client = try RawClient(port: port)
    #expect(client.send(Array("\(head)Connection: close\r\n\r\n".utf8) + bytes))
    return Self.read(client.readToEnd())
  }

  func control(_ order: String) throws -> String {
    let answer = try ask("POST //control", [], order)
    if answer.status != "200 OK" { Issue.record("> \(order)\n\(answer.body)") }
    return answer.body
  }

  /// The two that PostgREST answered.
  private static func prefix(of path: Substring) -> String {
    path.hasPrefix("/user_notes") ? "/rest/v1" : "/auth/v1"
  }

  private static func read(_ text: String) -> Answer {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    let fields = lines.dropFirst().compactMap { line -> RecordedExchange.Field? in
      let words = line.split(separator: ": ", maxSplits: 1)
      return words.count == 2 ? .init(name: String(words[0]), value: String(words[1])) : nil
    }
    var body = parts.count == 2 ? String(parts[1]) : ""
    while body.last == "\n" { body.removeLast() }
    return Answer(
      status: String(lines.first?.dropFirst("HTTP/1.1 ".count) ?? ""), fields: fields, body: body)
  }
}
