/// Checks of what a person types, without asking the cloud.
package enum Credentials {
  /// Shortest password for a new account. Unit: characters.
  private static let passwordCharacters = 8
  /// Longest password, as Auth's bcrypt reads no more. Unit: bytes.
  private static let passwordBytes = 72

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

  static func check(_ argument: String, _ problem: String?) throws(CloudError) {
    if let problem { throw .badValue(argument: argument, problem: problem) }
  }
}
