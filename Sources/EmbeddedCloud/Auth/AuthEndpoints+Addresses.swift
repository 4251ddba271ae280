import Cloud
import Vocabulary

/// Addresses: of people, of the project, and where people are sent back to.
extension AuthEndpoints {
  /// The address of a form in lower case, checked.
  func email(_ form: JSONObject) throws(AuthRefusal) -> String {
    let email = (form["email"]?.string ?? "").lowercased()
    try check(email: email)
    return email
  }

  func check(email: String) throws(AuthRefusal) {
    guard EmailShape.isValid(email) else {
      throw .invalid("Unable to validate email address: invalid format")
    }
    guard settings.refusesReservedDomains else { return }
    let domain = email.split(separator: "@").last ?? ""
    for reserved in ["example", "test", "invalid", "localhost", "example.com", "example.org"]
    where domain == reserved || domain.hasSuffix(".\(reserved)") {
      throw AuthRefusal(
        status: 400, code: "email_address_invalid",
        message: "Email address \"\(email)\" is invalid")
    }
  }

  /// Where Auth is, as the client sees it.
  var ownURL: String { "http://\(request.headers["Host"] ?? Self.embeddedHost)/auth/v1" }

  /// Stands for this process, which no browser reaches.
  static let embeddedHost = "embedded.localhost"

  /// Where the person goes when the link in a mail was followed: where the request says, if the
  /// project allows it; else the project's site.
  var returnURL: String {
    for wish in [query["redirect_to"], request.headers["Referer"]] {
      if let wish, isAllowed(wish) { return wish }
    }
    return settings.siteURL
  }

  /// Whether people may be sent there: to the project's own host, or where a pattern allows.
  func isAllowed(_ url: String) -> Bool {
    if url.isEmpty { return false }
    if let host = Self.host(of: url), host == Self.host(of: settings.siteURL) { return true }
    let bare = url.prefix { $0 != "#" }
    return settings.redirects.contains { Self.matches(bare.utf8[...], $0.utf8[...]) }
  }

  private static func host(of url: String) -> Substring? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let host = authority.drop { _ in authority.contains("@") }.prefix { $0 != ":" }
    return host.isEmpty ? nil : host
  }

  /// `*` stands for any bytes but `.` and `/`, `**` for any.
  private static func matches(
    _ text: Substring.UTF8View, _ pattern: Substring.UTF8View
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    guard first == UInt8(ascii: "*") else {
      return text.first == first && matches(text.dropFirst(), pattern.dropFirst())
    }
    let isDeep = pattern.dropFirst().first == first
    let rest = pattern.dropFirst(isDeep ? 2 : 1)
    var text = text
    while true {
      if matches(text, rest) { return true }
      guard let next = text.first, isDeep || !"./".utf8.contains(next) else { return false }
      text = text.dropFirst()
    }
  }
}
