import Cloud
import Vocabulary

/// What a provider signed of a person, once it has been checked.
/// Source: https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
struct IdentityToken {
  let claims: JSONValue

  /// How much later than now a token may begin to be valid.
  private static let earliness: Int64 = 300

  var subject: String { claims["sub"]?.string ?? "" }
  var nonce: String { claims["nonce"]?.string ?? "" }

  var audience: [String] {
    claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
  }

  /// Checks form, issuer, times, algorithm and signature; nil for whatever is wrong: it is one
  /// answer to the client.
  ///
  /// There is no leeway at the end, five minutes at the beginning; `iat` is passed over.
  init?(
    _ text: String, issuer: String, at now: Instant,
    key: (_ id: String, SignatureAlgorithm) throws -> [UInt8]?
  ) throws {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
      let signature = Base64URL.decode(parts[2]), claims.object != nil
    else { return nil }
    guard let named = claims["iss"]?.string, Self.isSame(named, issuer) else { return nil }
    let seconds = now.milliseconds / 1000
    guard let end = claims["exp"]?.integer, seconds < end else { return nil }
    if let begin = claims["nbf"]?.integer, begin > seconds + Self.earliness { return nil }
    guard let name = header["alg"]?.string, let algorithm = SignatureAlgorithm(rawValue: name),
      let key = try key(header["kid"]?.string ?? "", algorithm),
      try Crypto.isSigned("\(parts[0]).\(parts[1])".utf8, signature, by: key, algorithm)
    else { return nil }
    self.claims = claims
  }

  /// Google's tokens name it with and without the scheme.
  private static func isSame(_ named: String, _ issuer: String) -> Bool {
    named == issuer || issuer == KnownIssuer.address(of: "google") && "https://\(named)" == issuer
  }

  /// Whether the token speaks for another one that came with it; if it does not say, it does.
  func matches(accessToken: String) -> Bool {
    guard let hash = claims["at_hash"]?.string, !hash.isEmpty else { return true }
    return hash == Base64URL.encode(SHA256.digest(accessToken.utf8).prefix(16))
  }

  private static func json(_ part: Substring) -> JSONValue? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
