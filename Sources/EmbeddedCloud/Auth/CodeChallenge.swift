import Cloud
import Vocabulary

/// What a client sends ahead so that only itself can exchange the code that comes back.
/// Source: https://www.rfc-editor.org/rfc/rfc7636
struct CodeChallenge {
  let text: String
  /// `s256` or `plain`.
  let method: String

  /// Reads it from a form; nil where there is none.
  static func of(_ form: JSONObject) throws(AuthRefusal) -> CodeChallenge? {
    try of(form["code_challenge"]?.string ?? "", form["code_challenge_method"]?.string ?? "")
  }

  static func of(_ text: String, _ method: String) throws(AuthRefusal) -> CodeChallenge? {
    if text.isEmpty, method.isEmpty { return nil }
    if text.isEmpty || method.isEmpty {
      throw .invalid("PKCE flow requires code_challenge_method and code_challenge")
    }
    guard (43...128).contains(text.utf8.count) else {
      throw .invalid("code challenge has to be between 43 and 128 characters")
    }
    guard text.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~".utf8.contains($0) }) else {
      throw .invalid(
        "code challenge can only contain alphanumeric characters, hyphens, periods, "
          + "underscores and tildes")
    }
    let method = method.lowercased()
    guard method == "s256" || method == "plain" else { throw .unexpected }
    return CodeChallenge(text: text, method: method)
  }

  /// Whether the verifier is the one that the challenge was made from.
  static func matches(_ flow: AuthFlow, _ verifier: String) -> Bool {
    let sent =
      flow.challengeMethod == "s256"
      ? Base64URL.encode(SHA256.digest(verifier.utf8)) : verifier
    return Crypto.areEqual(Array(sent.utf8), Array(flow.challenge.utf8))
  }
}
