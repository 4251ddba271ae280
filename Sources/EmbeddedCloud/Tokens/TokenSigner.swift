import Cloud
import Vocabulary

/// Signs and checks JSON web tokens with HMAC-SHA-256, the form of Supabase's keys and sessions.
///
/// It checks the signature only: what the claims mean is its callers' business, since Auth and
/// PostgREST judge them differently.
/// Source: https://www.rfc-editor.org/rfc/rfc7519
final class TokenSigner {
  /// Why a token is none of ours.
  enum Fault: Error, Equatable {
    case parts(Int)
    case malformed
    case unsecured
    case wrongSignature
    case claimsUnreadable
  }

  private let secret: [UInt8]
  /// Tokens whose signature held: the same few come with every request.
  private var known: [String: JSONValue] = [:]

  init(secret: String) { self.secret = Array(secret.utf8) }

  func sign(_ claims: JSONValue) throws(CryptoError) -> String {
    let body = "\(Self.header).\(Base64URL.encode(claims.bytes))"
    let signature = try Crypto.hmacSHA256(key: secret, text: body.utf8)
    return "\(body).\(Base64URL.encode(signature))"
  }

  /// The claims of a token that was signed here.
  func verify(_ token: String) throws(CryptoError) -> Result<JSONValue, Fault> {
    if let claims = known[token] { return .success(claims) }
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Substring.init)
    guard parts.count == 3 else { return .failure(.parts(parts.count)) }
    guard let head = Base64URL.decode(parts[0]), let header = Self.json(head),
      let signature = Base64URL.decode(parts[2])
    else { return .failure(.malformed) }
    switch header["alg"]?.string {
    case "HS256": break
    case "none": return .failure(.unsecured)
    default: return .failure(.wrongSignature)
    }
    let body = "\(parts[0]).\(parts[1])"
    guard Crypto.areEqual(try Crypto.hmacSHA256(key: secret, text: body.utf8), signature) else {
      return .failure(.wrongSignature)
    }
    guard let bytes = Base64URL.decode(parts[1]), let claims = Self.json(bytes),
      claims.object != nil
    else { return .failure(.claimsUnreadable) }
    if known.count >= 256 { known.removeAll() }
    known[token] = claims
    return .success(claims)
  }

  private static let header = Base64URL.encode(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
