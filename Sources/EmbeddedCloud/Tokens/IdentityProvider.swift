package import Cloud
package import Vocabulary

/// A provider of identities that a script plays: it signs tokens as Apple or Google would.
package struct IdentityProvider: Sendable {
  /// `apple`, `google`, or another one's.
  package let name: String
  /// Whose tokens they are.
  package let issuer: String
  /// For whom they are.
  package let clientID: String
  /// The key's name, which tokens carry.
  package let keyID: String
  private let key: SigningKey

  /// What a project that names no client takes.
  package static let anyClient = "lectern"

  /// Draws its keys.
  package init(
    name: String, clientID: String = anyClient, issuer: String? = nil,
    algorithm: SignatureAlgorithm = .rs256, _ surroundings: any Surroundings
  ) throws(CryptoError) {
    self.name = name
    self.clientID = clientID
    self.issuer = issuer ?? KnownIssuer.address(of: name) ?? "https://\(name).example"
    keyID = surroundings.randomUUID().text
    key = try SigningKey(drawing: algorithm)
  }

  /// What a cloud needs to check its tokens.
  package var published: PublishedKey {
    PublishedKey(
      provider: name, issuer: issuer, clientID: clientID, id: keyID,
      algorithm: key.algorithm.rawValue, key: Base64URL.encode(key.publicKey))
  }

  /// A signed token with these claims; `iss`, `aud`, `iat` and `exp` (an hour on) are added where
  /// they are not among them.
  package func token(_ claims: JSONObject, at now: Instant) throws(CryptoError) -> String {
    var claims = claims
    let seconds = now.milliseconds / 1000
    let usual: [(String, JSONValue)] = [
      ("iss", .string(issuer)), ("aud", .string(clientID)), ("iat", .integer(seconds)),
      ("exp", .integer(seconds + 3600)),
    ]
    for (name, value) in usual where claims[name] == nil { claims[name] = value }
    let header: JSONValue = [
      "alg": .string(key.algorithm.rawValue), "kid": .string(keyID), "typ": "JWT",
    ]
    return try token(header: header, .object(claims))
  }

  /// The same with a header of one's own, to be refused.
  package func token(header: JSONValue, _ claims: JSONValue) throws(CryptoError) -> String {
    let body = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
    return "\(body).\(Base64URL.encode(try key.signature(over: body.utf8)))"
  }
}

/// The public half of a provider's key, as it is handed to a cloud.
package struct PublishedKey: Sendable, Equatable {
  /// The provider's name.
  package let provider: String
  /// Whose tokens it signs.
  package let issuer: String
  /// For whom they are.
  package let clientID: String
  /// The key's name.
  package let id: String
  /// As tokens name it.
  package let algorithm: String
  /// Base64url of SubjectPublicKeyInfo.
  package let key: String

  /// As it goes over HTTP.
  package var json: JSONValue {
    [
      "provider": .string(provider), "issuer": .string(issuer), "client_id": .string(clientID),
      "id": .string(id), "algorithm": .string(algorithm), "key": .string(key),
    ]
  }

  package init(
    provider: String, issuer: String, clientID: String, id: String, algorithm: String, key: String
  ) {
    self.provider = provider
    self.issuer = issuer
    self.clientID = clientID
    self.id = id
    self.algorithm = algorithm
    self.key = key
  }

  /// Reads what came over HTTP; nil for anything else.
  package init?(_ json: JSONValue) {
    guard let provider = json["provider"]?.string, let issuer = json["issuer"]?.string,
      let clientID = json["client_id"]?.string, let id = json["id"]?.string,
      let algorithm = json["algorithm"]?.string, let key = json["key"]?.string,
      SignatureAlgorithm(rawValue: algorithm) != nil, Base64URL.decode(key) != nil
    else { return nil }
    self.init(
      provider: provider, issuer: issuer, clientID: clientID, id: id, algorithm: algorithm,
      key: key)
  }
}

/// Providers whose tokens name an address that everybody knows.
/// Source: https://supabase.com/docs/guides/auth/social-login
enum KnownIssuer {
  static let all = [
    ("apple", "https://appleid.apple.com"), ("google", "https://accounts.google.com"),
    ("facebook", "https://www.facebook.com"), ("kakao", "https://kauth.kakao.com"),
    ("vercel_marketplace", "https://marketplace.vercel.com"),
  ]

  static func address(of provider: String) -> String? {
    all.first { $0.0 == provider }?.1
  }
}
