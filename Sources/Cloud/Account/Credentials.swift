import Vocabulary

/// Checks of what a person types, without asking the cloud.
package enum Credentials {
  /// Shortest password for a new account. Unit: characters.
  private static let passwordCharacters = 8
  /// Longest password, as Auth's bcrypt reads no more. Unit: bytes.
  private static let passwordBytes = 72
  /// How long the code of a mail is, as the project is deployed.
  private static let codeDigits = 6

  /// Why a text is no e-mail address; nil where it looks like one.
  package static func problem(inEmail text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    return EmailShape.isValid(text) ? nil : "must be an address like name@example.org"
  }

  /// Why a text is no password for a new account; nil where it may be.
  package static func problem(inPassword text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    let hasLetter = text.unicodeScalars.contains { $0.properties.isAlphabetic }
    let hasDigit = text.utf8.contains { (48...57).contains($0) }
    if text.count < passwordCharacters || !hasLetter || !hasDigit {
      return "must have at least \(passwordCharacters) characters, with a letter and a digit"
    }
    if text.utf8.count > passwordBytes { return "must have at most \(passwordBytes) bytes" }
    return nil
  }

  /// Why a text is no code of a mail; nil where it may be one.
  package static func problem(inCode text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    let isCode = text.utf8.count == codeDigits && text.utf8.allSatisfy { (48...57).contains($0) }
    return isCode ? nil : "must be exactly \(codeDigits) digits"
  }

  /// Why a text is nothing; nil where it is something.
  package static func problem(inRequired text: String) -> String? {
    text.allSatisfy(\.isWhitespace) ? "must not be empty" : nil
  }

  /// Why a text is no identity token of a provider: three parts, signed with a key of the provider.
  /// Whether the signature holds, only the cloud can tell.
  package static func problem(inIdentityToken text: String) -> String? {
    if text.isEmpty { return "must not be empty" }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Base64URL.decode(Substring($0)) }
    guard parts.count == 3, let head = parts[0], let claims = parts[1],
      let algorithm = json(head)?["alg"]?.string, json(claims)?.object != nil
    else { return "is no identity token: it must have three parts, and be whole" }
    if algorithm.lowercased() == "none" || parts[2]?.isEmpty ?? true { return "is not signed" }
    return algorithm.hasPrefix("HS")
      ? "is signed with a shared secret, which no provider does" : nil
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }

  /// Throws `badValue` for a problem; nil is none.
  package static func check(_ argument: String, _ problem: String?) throws(CloudError) {
    if let problem { throw .badValue(argument: argument, problem: problem) }
  }
}
