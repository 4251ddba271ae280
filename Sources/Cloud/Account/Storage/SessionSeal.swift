import Vocabulary

/// Seals what a session file holds with a passphrase: scrypt makes the key, AES-256-GCM seals.
///
/// A wrong passphrase and a changed file look the same, and neither gives a byte.
final class SessionSeal {
  private let passphrase: String
  private let cost: PasswordCost
  private let surroundings: any Surroundings
  /// A key is slow to make: one a salt and process.
  private var known: (salt: [UInt8], cost: PasswordCost, key: [UInt8])?

  private static let saltBytes = 16
  private static let beside = Array("lectern session 1".utf8)

  init(passphrase: String, cost: PasswordCost = .strong, _ surroundings: any Surroundings) {
    self.passphrase = passphrase
    self.cost = cost
    self.surroundings = surroundings
  }

  /// Whether a file's content is sealed.
  static func isSealed(_ json: JSONValue) -> Bool { json["lectern_session_sealed"] != nil }

  /// The content for a file.
  func seal(_ json: JSONValue) throws(CryptoError) -> JSONValue {
    let salt = known?.salt ?? random(Self.saltBytes)
    let nonce = random(Crypto.nonceBytes)
    let key = try key(salt, known?.cost ?? cost)
    let sealed = try Crypto.seal(json.bytes, key: key, nonce: nonce, beside: Self.beside)
    let cost = known?.cost ?? cost
    return [
      "lectern_session_sealed": 1, "rounds": .integer(Int64(cost.rounds)),
      "block": .integer(Int64(cost.block)), "lanes": .integer(Int64(cost.lanes)),
      "salt": .string(Base64URL.encode(salt)), "nonce": .string(Base64URL.encode(nonce)),
      "sealed": .string(Base64URL.encode(sealed)),
    ]
  }

  /// What was sealed; nil where the passphrase is another, or the content was changed.
  func open(_ json: JSONValue) throws(CryptoError) -> JSONValue? {
    guard json["lectern_session_sealed"]?.integer == 1,
      let rounds = json["rounds"]?.integer, let block = json["block"]?.integer,
      let lanes = json["lanes"]?.integer, rounds > 1, block > 0, lanes > 0,
      rounds & (rounds - 1) == 0, rounds <= 1 << 20, block <= 64, lanes <= 16,
      let salt = json["salt"]?.string.flatMap({ Base64URL.decode($0) }),
      let nonce = json["nonce"]?.string.flatMap({ Base64URL.decode($0) }),
      let sealed = json["sealed"]?.string.flatMap({ Base64URL.decode($0) }),
      nonce.count == Crypto.nonceBytes
    else { return nil }
    let cost = PasswordCost(rounds: UInt64(rounds), block: UInt64(block), lanes: UInt64(lanes))
    let key = try key(salt, cost)
    guard
      let text = try Crypto.open(sealed, key: key, nonce: nonce, beside: Self.beside)
    else { return nil }
    known = (salt, cost, key)
    do throws(JSONError) { return try JSONValue(parsing: text) } catch { return nil }
  }

  private func key(_ salt: [UInt8], _ cost: PasswordCost) throws(CryptoError) -> [UInt8] {
    if let known, known.salt == salt, known.cost == cost { return known.key }
    let key = try Crypto.scrypt(password: passphrase, salt: salt, cost: cost)
    known = (salt, cost, key)
    return key
  }

  private func random(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      withUnsafeBytes(of: surroundings.random()) { bytes += $0 }
    }
    return Array(bytes.prefix(count))
  }
}
