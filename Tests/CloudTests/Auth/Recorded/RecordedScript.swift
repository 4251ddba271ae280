import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// Plays a text of recorded exchanges, and the orders between them, against a served project.
///
/// An exchange is a heading `### N. title`, the request, `--` and the answer, up to an empty line;
/// in the answer `…` stands for anything. `<NAME.part>` is something that an order kept. Orders:
///
/// | `> …` | what it does |
/// |---|---|
/// | `set NAME VALUE`, `wait SECONDS`, `age HOURS` | changes the project, the clock, all sessions |
/// | `do METHOD PATH {…}`, `try …` | asks what the recordings leave out; `try` may be refused |
/// | `as NAME METHOD PATH {…}`, `with service …` | the same with somebody's token |
/// | `flood N ADDRESS METHOD PATH {…} [as NAME]` | the same so often from one address |
/// | `keep NAME` | NAME.access, .refresh, .user, .identity of the last answer |
/// | `field NAME MEMBER` | NAME.code: a member of it |
/// | `identity NAME PROVIDER` | NAME: the id of one of its identities |
/// | `location NAME` | NAME.code: what the last redirect brings |
/// | `choose NAME EMAIL` | NAME.code, .state: what the provider's page gives |
/// | `mail NAME EMAIL` | NAME.code, .hash of the newest mail to it |
/// | `mails N` | so many mails came since the last count |
/// | `claims NAME TEXT` | the person's access token holds it |
/// | `verifier NAME` | NAME.verifier, .challenge |
/// | `issuer …`, `token NAME …` | keys of a provider, and what they sign |
final class RecordedScript {
  private let client: AuthClient
  private var values: [String: String] = [:]
  private var last = AuthClient.Answer()
  private var mailCount = 0
  private(set) var played: [Int] = []

  init(port: UInt16) throws {
    client = AuthClient(port: port)
    values["anon"] = try client.control("anon")
    values["service"] = try client.control("service")
  }

  func play(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("> ") {
        try obey(String(line.dropFirst(2)))
      } else if line.hasPrefix("### ") {
        let block = lines.prefix { !$0.isEmpty && !$0.hasPrefix("> ") }
        lines = lines.dropFirst(block.count)
        try exchange(String(line.dropFirst(4)), block.map(String.init))
      }
    }
  }

  // MARK: - Exchanges

  private func exchange(_ title: String, _ block: [String]) throws {
    let sides = block.split(separator: "--", maxSplits: 1).map(Array.init)
    guard sides.count == 2, let number = Int(title.prefix { $0 != "." }) else {
      Issue.record("\(title) is no exchange")
      return
    }
    played.append(number)
    let (line, fields, body) = Self.message(sides[0].map(expanded))
    last = try client.ask(line, fields, body)
    let (status, recordedFields, recordedBody) = Self.message(sides[1])
    #expect(last.status == status, "\(title)\n\(last.text)")
    let isSame = last.body.matches(pattern: recordedBody)
    #expect(isSame, "\(title)\n\(last.body)\n\(recordedBody)")
    let usual = Self.usualFields(line, fields, status: status, body: recordedBody)
    for name in Self.compared {
      let found = last.fields.first { $0.name == name }?.value
      let recorded = recordedFields.first { $0.name == name }?.value ?? usual[name]
      let isEqual =
        found.flatMap { found in recorded.map { found.matches(pattern: $0) } }
        ?? (found == recorded)
      #expect(isEqual, "\(title)\n\(name): \(found ?? "none"), recorded \(recorded ?? "none")")
    }
  }

  /// Fields that follow from the rest in every recorded answer of Auth.
  private static func usualFields(
    _ line: String, _ fields: [RecordedExchange.Field], status: String, body: String
  ) -> [String: String] {
    guard !line.hasPrefix("OPTIONS"), !line.contains("/user_notes") else { return [:] }
    var usual = ["Vary": "Origin"]
    if body.hasPrefix("{") { usual["Content-Type"] = "application/json" }
    let isOld = fields.contains { $0.name == "X-Supabase-Api-Version" }
    if !isOld, status >= "4", body.hasPrefix("{") {
      usual["X-Supabase-Api-Version"] = "2024-01-01"
    }
    return usual
  }

  private static let compared = [
    "Content-Type", "Vary", "X-Supabase-Api-Version", "Location", "X-Sb-Error-Code", "Allow",
    "Link", "X-Total-Count",
    "X-Content-Type-Options", "Content-Range", "Content-Location", "Proxy-Status", "Retry-After",
  ]

  /// The first line, the fields, and the last line where it is no field.
  private static func message(
    _ lines: [String]
  ) -> (String, [RecordedExchange.Field], String) {
    var fields: [RecordedExchange.Field] = []
    var body = ""
    for line in lines.dropFirst() {
      let words = line.split(separator: ": ", maxSplits: 1)
      let isField =
        words.count == 2 && words[0].allSatisfy { $0.isLetter || $0 == "-" } && body.isEmpty
      if isField {
        fields.append(.init(name: String(words[0]), value: String(words[1])))
      } else {
        body += body.isEmpty ? line : "\n\(line)"
      }
    }
    return (lines.first ?? "", fields, body)
  }

  /// With what was kept in the place of its name.
  private func expanded(_ text: String) -> String {
    var text = text
    for (name, value) in values where text.contains("<\(name)>") {
      text = text.replacing("<\(name)>", with: value)
    }
    return text
  }

  // MARK: - Orders

  private func obey(_ order: String) throws {
    let words = order.split(separator: " ").map(String.init)
    switch words[0] {
    case "set", "wait", "age", "issuer": _ = try client.control(order)
    case "token": values[words[1]] = try client.control(order)
    case "do", "try": try ask(words[1...], nil, mayFail: words[0] == "try")
    case "as": try ask(words[2...], values["\(words[1]).access"], mayFail: false)
    case "with": try ask(words[2...], values["service"], mayFail: false)
    case "flood": try flood(words)
    default: try keep(words)
    }
  }

  private func ask(
    _ words: ArraySlice<String>, _ token: String?, mayFail: Bool,
    _ extra: [RecordedExchange.Field] = []
  ) throws {
    var words = words
    var token = token
    if words.first == "as" {
      token = values["\(words[words.startIndex + 1]).access"]
      words = words.dropFirst(2)
    }
    let line = expanded(words.prefix(2).joined(separator: " "))
    let body = expanded(words.dropFirst(2).joined(separator: " "))
    var fields = extra
    if let token { fields.append(.init(name: "Authorization", value: "Bearer \(token)")) }
    last = try client.ask(line, fields, body)
    if !mayFail, !last.status.hasPrefix("2"), !last.status.hasPrefix("3") {
      Issue.record("\(line) \(body)\n\(last.text)")
    }
  }

  private func flood(_ words: [String]) throws {
    var request = words[3...]
    var token: String?
    if request.count > 2, request[request.endIndex - 2] == "as" {
      token = values["\(request[request.endIndex - 1]).access"]
      request = request.dropLast(2)
    }
    for _ in 0..<(Int(words[1]) ?? 0) {
      try ask(request, token, mayFail: true, [.init(name: "X-Forwarded-For", value: words[2])])
    }
  }

  private func keep(_ words: [String]) throws {
    let name = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "keep": try keepSession(name)
    case "field": values["\(name).code"] = try last.json[words[2]]?.string
    case "identity":
      let identities = try last.json["identities"]?.array ?? []
      values[name] =
        identities.first { $0["provider"]?.string == words[2] }?["identity_id"]?.string
    case "location": values["\(name).code"] = last.brought["code"]
    case "choose": try choose(name, words[2])
    case "mail":
      let mail = try #require(try mails(to: words[2]).first, "no mail to \(words[2])")
      values["\(name).code"] = mail.code
      let hash = mail.link.firstRange(of: "token=").map { mail.link[$0.upperBound...] } ?? ""
      values["\(name).hash"] = String(hash.prefix { $0 != "&" })
    case "mails": try countMails(Int(name) ?? 0)
    case "claims":
      let parts = (values["\(name).access"] ?? "").split(separator: ".")
      let claims = parts.count == 3 ? Base64URL.decode(parts[1]) ?? [] : []
      #expect(String(decoding: claims, as: UTF8.self).contains(words[2]))
    case "verifier":
      let verifier = "\(name)-verifier-0123456789-0123456789-0123456789"
      values["\(name).verifier"] = verifier
      values["\(name).challenge"] = Base64URL.encode(SHA256.digest(verifier.utf8))
    default: Issue.record("> \(words.joined(separator: " "))")
    }
    mailCount = try words[0] == "mails" || words[0] == "mail" ? mails(to: nil).count : mailCount
  }

  private func keepSession(_ name: String) throws {
    let body = try last.json
    values["\(name).access"] = body["access_token"]?.string
    values["\(name).refresh"] = body["refresh_token"]?.string
    let user = body["user"] ?? body
    values["\(name).user"] = user["id"]?.string
    values["\(name).identity"] = user["identities"]?.array?.first?["identity_id"]?.string
  }

  private func choose(_ name: String, _ email: String) throws {
    let page = last.fields.first { $0.name == "Location" }?.value ?? ""
    let path = page.firstRange(of: "/provider/").map { page[$0.lowerBound...] } ?? ""
    last = try client.ask("GET /\(path)&email=\(email)", [], "")
    values["\(name).code"] = last.brought["code"]
    values["\(name).state"] = last.brought["state"]
  }

  private func mails(to email: String?) throws -> [Mail] {
    let text = try client.control("inbox \(email ?? "")")
    return (try JSONValue(parsing: text).array ?? []).compactMap { Mail($0) }
  }

  private func countMails(_ expected: Int) throws {
    let count = try mails(to: nil).count
    #expect(count - mailCount == expected, "mails sent")
  }
}
