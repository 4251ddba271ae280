import Cloud
import Vocabulary

/// A password as it is stored: `scrypt:N:r:p:salt:key`, so that the cost may change later.
enum PasswordHash {
  static func make(
    of password: String, cost: PasswordCost, _ surroundings: any Surroundings
  ) throws(CryptoError) -> String {
    let salt = surroundings.randomBytes(16)
    let key = try Crypto.scrypt(password: password, salt: salt, cost: cost)
    let parameters = "scrypt:\(cost.rounds):\(cost.block):\(cost.lanes)"
    return "\(parameters):\(Base64URL.encode(salt)):\(Base64URL.encode(key))"
  }

  /// Whether this is the password that was stored.
  static func matches(_ stored: String, _ password: String) throws(CryptoError) -> Bool {
    let parts = stored.split(separator: ":")
    guard parts.count == 6, parts[0] == "scrypt", let rounds = UInt64(parts[1]),
      let block = UInt64(parts[2]), let lanes = UInt64(parts[3]),
      let salt = Base64URL.decode(parts[4]), let key = Base64URL.decode(parts[5])
    else { return false }
    let cost = PasswordCost(rounds: rounds, block: block, lanes: lanes)
    return Crypto.areEqual(try Crypto.scrypt(password: password, salt: salt, cost: cost), key)
  }
}
