package import Vocabulary

/// A secret of this program whose hash goes ahead, so that a code that is caught on its way back is
/// worth nothing (PKCE).
/// Source: https://www.rfc-editor.org/rfc/rfc7636#section-4
package struct CodeVerifier: Sendable {
  /// 43 characters for 32 random bytes.
  package let text: String

  /// Draws one.
  package init(_ surroundings: any Surroundings) { text = Self.random(surroundings) }

  /// What is told: the unpadded base64url of its SHA-256.
  package var challenge: String { Base64URL.encode(SHA256.digest(text.utf8)) }

  fileprivate static func random(_ surroundings: any Surroundings) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      withUnsafeBytes(of: surroundings.random().littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Base64URL.encode(bytes)
  }
}

/// What ties an identity token to one request: its hash goes to the provider, who puts it into the
/// token, and the raw one to the cloud, which compares.
package struct SignInNonce: Sendable {
  /// For the cloud.
  package let raw: String

  /// Draws one.
  package init(_ surroundings: any Surroundings) { raw = CodeVerifier.random(surroundings) }

  /// For the provider: the SHA-256 in lower-case hex digits.
  package var hashed: String { SHA256.hexadecimal(raw.utf8) }
}
