import Cloud
import Schema
import Vocabulary

/// What everybody may see of a key: its id, and what tells whether a passphrase gives it. It
/// travels as a preference of its own, which is never overwritten: two devices that both switch
/// sealing on while offline must not lose one another's.
struct SealingLock {
  let id: String
  private let salt: [UInt8]
  private let cost: PasswordCost
  private let check: [UInt8]

  /// What the names of such preferences begin with.
  static let prefix = "sealing."

  private static let saltBytes = 16
  private static let checkBytes = 16

  /// A new lock, with the secret that opens it. Its id sorts behind all in `others`.
  static func make(
    for passphrase: String, after others: [String], cost: PasswordCost,
    _ surroundings: any Surroundings
  ) throws(CryptoError) -> (lock: SealingLock, secret: [UInt8]) {
    let last = others.compactMap { Int64($0.prefix(timeDigits), radix: 16) }.max() ?? 0
    let time = max(surroundings.now().milliseconds, last + 1)
    let id = hex(UInt64(time), timeDigits) + hex(surroundings.random(), keyDigits)
    var salt: [UInt8] = []
    while salt.count < saltBytes {
      withUnsafeBytes(of: surroundings.random()) { salt += $0 }
    }
    let secret = try Crypto.scrypt(password: passphrase, salt: salt, cost: cost)
    let lock = SealingLock(
      id: id, salt: salt, cost: cost, check: try check(of: secret, id))
    return (lock, secret)
  }

  private static let timeDigits = 12
  private static let keyDigits = SealedText.keyLength - timeDigits

  private static func hex(_ number: UInt64, _ digits: Int) -> String {
    let places = (0..<digits).reversed()
    return String(
      decoding: places.map { lowerHex(UInt8(truncatingIfNeeded: number >> UInt64($0 * 4)) & 15) },
      as: UTF8.self)
  }

  private init(id: String, salt: [UInt8], cost: PasswordCost, check: [UInt8]) {
    self.id = id
    self.salt = salt
    self.cost = cost
    self.check = check
  }

  /// Nil for what is no such preference, or asks for too much work.
  init?(key: String, value: String) {
    let json: JSONValue
    do { json = try JSONValue(parsing: value) } catch { return nil }
    guard key.hasPrefix(Self.prefix),
      case let id = String(key.dropFirst(Self.prefix.count)),
      SealedText.key(of: "\(SealedText.mark)\(id):") != nil,
      let rounds = json["rounds"]?.integer, let block = json["block"]?.integer,
      let lanes = json["lanes"]?.integer, rounds > 1, rounds & (rounds - 1) == 0,
      rounds <= 1 << 20, (1...64).contains(block), (1...16).contains(lanes),
      let salt = json["salt"]?.string.flatMap({ Base64URL.decode($0) }),
      let check = json["check"]?.string.flatMap({ Base64URL.decode($0) }),
      check.count == Self.checkBytes
    else { return nil }
    self.init(
      id: id, salt: salt,
      cost: PasswordCost(rounds: UInt64(rounds), block: UInt64(block), lanes: UInt64(lanes)),
      check: check)
  }

  /// The preference's name.
  var key: String { Self.prefix + id }

  /// The preference's value.
  var value: String {
    let json: JSONValue = [
      "salt": .string(Base64URL.encode(salt)), "rounds": .integer(Int64(cost.rounds)),
      "block": .integer(Int64(cost.block)), "lanes": .integer(Int64(cost.lanes)),
      "check": .string(Base64URL.encode(check)),
    ]
    return json.text
  }

  /// The secret that the passphrase gives; nil for a wrong one.
  func secret(for passphrase: String) throws(CryptoError) -> [UInt8]? {
    let secret = try Crypto.scrypt(password: passphrase, salt: salt, cost: cost)
    return Crypto.areEqual(try Self.check(of: secret, id), check) ? secret : nil
  }

  private static func check(of secret: [UInt8], _ id: String) throws(CryptoError) -> [UInt8] {
    let whole = try Crypto.hmacSHA256(key: secret, text: "lectern sealing 1 check \(id)".utf8)
    return Array(whole.prefix(checkBytes))
  }
}
