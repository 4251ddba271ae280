import ChangeQueue
import Cloud
import EmbeddedCloud
import LuaRuntime
import Vocabulary
import World

/// What only a cloud has that plays the world around it too: mails, and providers of identities.
extension ScriptAPI {
  func registerPost() {
    register(Self.cloudInbox) { api, call in
      try api.requireNoTransaction(call)
      return try Self.inbox(through: api.device.link, call)
    }
    register(Self.cloudIdentityProvider) { api, call in
      try api.requireNoTransaction(call)
      return try Self.identityProvider(
        through: api.device.link, api.device.database.surroundings, call)
    }
    for entry in [Self.providerToken, Self.providerVisit] { declare(entry) }
  }

  static let cloudInbox = FunctionEntry(
    "cloud.inbox", [.required("email", .text)],
    result: "list of {to=, kind=, subject=, code=, link=, sent_at=}",
    errors: [.offline, .notConfigured],
    doc: """
      The mails that the embedded cloud sent to an address, the newest first. kind is \
      confirmation, invite, magic_link, recovery, email_change or reauthentication.
      """,
    example: """
      local w = world{confirm_email = true, accounts = {phone = false}}
      w.phone.auth.sign_up("a@b.example", "password-1")
      return w.cloud.inbox("a@b.example")[1].kind
      """)

  static func inbox(through link: CloudLink, _ call: APICall) throws -> LuaResults {
    let email = try call.text(1)
    let mails = try throughPost(link, call) { try $0.inbox(email) }
    return call.lua.list(mails, fields: 6) { mail, table in
      table.set("to", mail.to)
      table.set("kind", mail.kind)
      table.set("subject", mail.subject)
      table.set("code", mail.code)
      table.set("link", mail.link)
      table.set("sent_at", mail.sentAt)
    }
  }

  /// A cloud elsewhere has none; one on loopback may be another program's.
  static func throughPost<T>(
    _ link: CloudLink, _ call: APICall, _ body: (any CloudPost) throws -> T
  ) throws -> T {
    guard let post = link.post else { throw APIError.notEmbedded(function: call.entry.name) }
    do { return try body(post) } catch let error as CloudError {
      switch error {
      case .refused(404, _, _), .unreadable: throw APIError.notEmbedded(function: call.entry.name)
      default: throw error
      }
    }
  }

  static let cloudIdentityProvider = FunctionEntry(
    "cloud.identity_provider", [.required("name", .text)],
    options: [
      OptionKey("client_id", .text, "for whom its tokens are (lectern)"),
      OptionKey("issuer", .text, "whose they are (the provider's own address)"),
      OptionKey(
        "algorithm", .choice(SignatureAlgorithm.allCases.map(\.rawValue)),
        "how they are signed (RS256)"),
    ],
    result: "identity_provider, with :token{} and :visit(url)",
    errors: [.badValue, .offline, .notConfigured, .crypto],
    doc: """
      Plays a provider such as apple or google: draws a key, and lets the embedded cloud take \
      what it signs.
      """,
    example: """
      local apple = cloud.identity_provider("apple")
      local raw, hashed = auth.nonce()
      local token = apple:token{sub = "1", email = "a@b.example", nonce = hashed}
      return auth.sign_in_with("apple", {id_token = token, nonce = raw}).email
      """)

  static let providerToken = FunctionEntry(
    "identity_provider:token", takesAnyOption: true, result: "the signed token",
    errors: [.badValue, .crypto],
    doc: """
      Signs a token with these claims: sub, email, email_verified (true), name, nonce, … Added \
      where they are left out: iss, aud, iat, and exp, an hour on.
      """,
    example: #"return #cloud.identity_provider("google"):token{sub = "1"} > 100"#)

  static let providerVisit = FunctionEntry(
    "identity_provider:visit", [.required("url", .text)],
    options: [
      OptionKey("email", .text, "the address that the person chooses there"),
      OptionKey("name", .text, "what the provider calls the person"),
      OptionKey("refuse", .boolean, "the person goes back without"),
    ],
    result: "what the browser brings back: {url=, code=, error=, …}",
    errors: [.badValue, .offline, .notConfigured],
    doc: """
      Opens the address of auth.authorize_url as a browser would, chooses a person on the \
      provider's page, and goes back.
      """,
    example: """
      local google = cloud.identity_provider("google")
      local flow = auth.authorize_url("google")
      return #google:visit(flow.url, {email = "a@b.example"}).code
      """)

  static func identityProvider(
    through link: CloudLink, _ surroundings: any Surroundings, _ call: APICall
  ) throws -> LuaResults {
    let name = try call.text(1)
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x5f }) else {
      throw APIError.badValue(
        argument: "name", problem: "is no provider's", hint: #"give "apple" or "google""#)
    }
    let algorithm =
      try call.textOption("algorithm").flatMap(SignatureAlgorithm.init(rawValue:)) ?? .rs256
    let provider = try IdentityProvider(
      name: name, clientID: try call.textOption("client_id") ?? IdentityProvider.anyClient,
      issuer: try call.textOption("issuer"), algorithm: algorithm, surroundings)
    try throughPost(link, call) { try $0.publish(provider.published) }
    let state = call.lua.state
    let providerClass = LuaClass("identity_provider", in: state)
    WorldTable.add(providerToken, to: providerClass) { call in
      var claims = JSONObject()
      for (name, value) in call.options.sorted(by: { $0.key < $1.key }) {
        claims[name] = try LuaJSON.json(value)
      }
      if claims["email"] != nil, claims["email_verified"] == nil {
        claims["email_verified"] = true
      }
      return call.lua.result(try provider.token(claims, at: surroundings.now()))
    }
    WorldTable.add(providerVisit, to: providerClass) { call in
      try visit(through: link, call)
    }
    let table = state.makeTable()
    table["name"] = .string(name)
    table["issuer"] = .string(provider.issuer)
    table["client_id"] = .string(provider.clientID)
    providerClass.adopt(table)
    return call.lua.results([.table(table)])
  }
}
