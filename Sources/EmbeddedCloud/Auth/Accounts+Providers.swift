import Cloud
import Store
import Vocabulary

/// A provider that is switched on: by the settings, or by a script that plays it.
struct EnabledProvider {
  let name: String
  let issuer: String
  let clientIDs: [String]
  var skipsNonce = false
}

extension Accounts {
  func provider(_ name: String) throws(StoreError) -> EnabledProvider? {
    let played = try connection.first(
      "SELECT issuer, client_ids FROM auth_providers WHERE name = ?", .text(name)
    ) { ($0.text(0), $0.text(1).split(separator: ",").map(String.init)) }
    if let chosen = settings.providers[name] {
      return EnabledProvider(
        name: name,
        issuer: chosen.issuer ?? played?.0 ?? KnownIssuer.address(of: name) ?? "",
        clientIDs: chosen.clientIDs, skipsNonce: chosen.skipsNonce)
    }
    return played.map { EnabledProvider(name: name, issuer: $0.0, clientIDs: $0.1) }
  }

  func providerNames() throws(StoreError) -> Set<String> {
    let played = try connection.all("SELECT name FROM auth_providers") { $0.text(0) }
    return Set(played).union(settings.providers.keys)
  }

  /// Takes a provider's key: its tokens are taken from now on, those of its earlier keys too.
  func publish(_ key: PublishedKey) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO auth_keys (issuer, id, algorithm, key) VALUES (?, ?, ?, ?)",
      .text(key.issuer), .text(key.id), .text(key.algorithm), .text(key.key))
    let known = try connection.first(
      "SELECT client_ids FROM auth_providers WHERE name = ?", .text(key.provider)
    ) { $0.text(0).split(separator: ",").map(String.init) }
    var clients = known ?? []
    if !clients.contains(key.clientID) { clients.append(key.clientID) }
    try connection.run(
      "INSERT OR REPLACE INTO auth_providers (name, issuer, client_ids) VALUES (?, ?, ?)",
      .text(key.provider), .text(key.issuer), .text(clients.joined(separator: ",")))
  }

  /// Whether anybody has published keys for that issuer: else it cannot be reached.
  func isReachable(_ issuer: String) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM auth_keys WHERE issuer = ?", .text(issuer)) { _ in true }
      ?? false
  }

  func key(
    _ id: String, _ algorithm: SignatureAlgorithm, of issuer: String
  ) throws(StoreError) -> [UInt8]? {
    let text = try connection.first(
      "SELECT key FROM auth_keys WHERE issuer = ? AND id = ? AND algorithm = ?", .text(issuer),
      .text(id), .text(algorithm.rawValue)
    ) { $0.text(0) }
    return text.flatMap { Base64URL.decode($0) }
  }
}

extension EmbeddedProject {
  /// Takes the tokens of a provider that a script plays.
  package func publish(_ key: PublishedKey) throws {
    try connection.transaction {
      try Accounts(
        connection: connection, surroundings: surroundings, now: surroundings.now(),
        settings: settings.auth
      ).publish(key)
    }
  }
}
