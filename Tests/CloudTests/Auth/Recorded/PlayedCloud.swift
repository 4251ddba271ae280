import Cloud
@testable import EmbeddedCloud
import Schema
import Store
import Vocabulary

/// A project whose settings, clock and providers a test changes by requests for `/control`.
final class PlayedCloud: RequestAnswering {
  private let clock: SeededSurroundings
  private let project: EmbeddedProject
  private var providers: [String: IdentityProvider] = [:]

  init() throws(EmbeddedCloudError) {
    clock = SeededSurroundings(seed: 1)
    var settings = EmbeddedProject.Settings()
    settings.passwordCost = .trivial
    settings.auth.saysRetryAfter = false
    let catalog: Catalog
    do { catalog = try Catalog.lectern() } catch { throw .keysUnreadable }
    project = try EmbeddedProject(settings, clock, catalog: catalog)
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.path == "/control" else { return project.answer(request) }
    let words = String(decoding: request.body, as: UTF8.self).split(separator: " ").map(String.init)
    do {
      return HTTPResponse(status: 200, body: Array(try obey(words).utf8))
    } catch { return HTTPResponse(status: 500, body: Array("\(error)".utf8)) }
  }

  struct Unknown: Error {
    let words: [String]
  }

  /// What is asked for; empty where it is an order.
  private func obey(_ words: [String]) throws -> String {
    switch words[0] {
    case "set": try set(words[1], words[2])
    case "wait": clock.advance(.milliseconds(Int64((Double(words[1]) ?? 0) * 1000)))
    case "age": try age(by: .seconds(3600 * (Int64(words[1]) ?? 0)))
    case "anon": return project.keys.anon
    case "service": return project.keys.service
    case "inbox":
      return JSONValue.array(try project.inbox(words.count > 1 ? words[1] : nil).map(\.json)).text
    case "issuer":
      let provider = try IdentityProvider(
        name: "none", clientID: "app-client", issuer: words[3],
        algorithm: SignatureAlgorithm(rawValue: words[2]) ?? .rs256, clock)
      providers[words[1]] = provider
      try project.publish(provider.published)
      // Whose tokens are taken is a matter of settings here.
      try project.connection.run("DELETE FROM auth_providers")
    case "token": return try token(words)
    default: throw Unknown(words: words)
    }
    return ""
  }

  private func set(_ name: String, _ value: String) throws {
    let isOn = value == "on"
    let number = Int(value)
    let time = number.map { Duration.seconds($0) }
    switch name {
    case "confirm": project.settings.auth.confirmsEmail = isOn
    case "interval": project.settings.auth.mailInterval = time ?? .zero
    case "characters": project.settings.auth.passwordCharacters = number ?? 6
    case "sets":
      project.settings.auth.requiredCharacters = [
        "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
      ]
    case "redirects": project.settings.auth.redirects = ["org.example.app://**"]
    case "twice": project.settings.auth.confirmsChangeTwice = isOn
    case "reauthentication": project.settings.auth.asksReauthentication = isOn
    case "hourly": project.settings.auth.mailsPerHour = number
    case "requests": project.settings.auth.requestsAtOnce = number
    case "life": project.settings.auth.codeLifetime = time ?? .zero
    case "timebox": project.settings.auth.sessionLifetime = time
    case "idle": project.settings.auth.sessionIdle = time
    case "single": project.settings.auth.hasOneSession = isOn
    case "reuse": project.settings.auth.reuseInterval = time ?? .zero
    case "rotation": project.settings.auth.rotatesTokens = isOn
    case "captcha": project.settings.auth.asksCaptcha = isOn
    case "signups": project.settings.auth.takesSignUps = isOn
    case "mailed": project.settings.auth.mailedAddresses = value == "none" ? nil : [value]
    case "email": project.settings.auth.takesEmail = isOn
    case "reserved": project.settings.auth.refusesReservedDomains = isOn
    case "server": project.settings.auth.isMailServerUp = isOn
    case "keycloak": setProvider(isThere: isOn)
    case "nonce": project.settings.auth.providers["keycloak"]?.skipsNonce = !isOn
    case "issuers": project.settings.auth.allowedIssuers = [value]
    case "linking": project.settings.auth.linksManually = isOn
    default: throw Unknown(words: [name, value])
    }
  }

  private func setProvider(isThere: Bool) {
    project.settings.auth.providers["keycloak"] = ProviderSettings(
      clientIDs: ["app-client", "app-client-ios"],
      issuer: isThere ? "http://127.0.0.1:54417/realms/app" : "http://127.0.0.1:1")
  }

  /// Moves the beginnings of all sessions back.
  private func age(by duration: Duration) throws {
    let sessions = try project.connection.all(
      "SELECT id, created_at FROM auth_sessions"
    ) { ($0.text(0), $0.text(1)) }
    for (id, start) in sessions {
      guard let start = Instant(start) else { continue }
      try project.connection.run(
        "UPDATE auth_sessions SET created_at = ? WHERE id = ?",
        .text((start + .zero - duration).text), .text(id))
    }
  }

  // MARK: - Identity tokens

  /// `token NAME KEY {claims} [by another key | kid unknown | alg none]`
  private func token(_ words: [String]) throws -> String {
    guard let provider = providers[words[2]],
      let begin = words.firstIndex(where: { $0.hasPrefix("{") }),
      let end = words.lastIndex(where: { $0.hasSuffix("}") })
    else { throw Unknown(words: words) }
    let seconds = clock.now().milliseconds / 1000
    var claims = JSONObject([
      ("iss", "http://127.0.0.1:54417/realms/app"), ("aud", "app-client"), ("sub", "sub-zoe"),
      ("iat", .integer(seconds)), ("exp", .integer(seconds + 300)), ("email", "zoe@i.example"),
      ("email_verified", true), ("name", "Zoe Z"), ("preferred_username", "zoe"),
    ])
    let given = try JSONValue(parsing: words[begin...end].joined(separator: " "))
    for member in given.object ?? JSONObject() {
      claims[member.key] = member.value == .null ? nil : value(member.value, at: seconds)
    }
    let twist = words[(end + 1)...].joined(separator: " ")
    let header: JSONValue = [
      "alg": twist == "alg none" ? "none" : "RS256",
      "kid": .string(twist == "kid unknown" ? "unknown" : provider.keyID),
    ]
    switch twist {
    case "by another key":
      let other = try IdentityProvider(name: "none", clock)
      return try other.token(header: header, .object(claims))
    case "alg none", "kid unknown": return try provider.token(header: header, .object(claims))
    default: return try provider.token(claims, at: clock.now())
    }
  }

  private func value(_ value: JSONValue, at seconds: Int64) -> JSONValue {
    guard let text = value.string else { return value }
    if text.hasPrefix("now"), let offset = Int64(text.dropFirst(3)) {
      return .integer(seconds + offset)
    }
    if text.hasPrefix("sha256:") { return .string(SHA256.hexadecimal(text.dropFirst(7).utf8)) }
    if text.hasPrefix("half:") {
      return .string(Base64URL.encode(SHA256.digest(text.dropFirst(5).utf8).prefix(16)))
    }
    return value
  }
}
