import Cloud
import Schema
import Vocabulary

/// Where a sealed text stands. It opens nowhere else.
struct SealedPlace {
  let table: String
  let id: String
  let column: String

  fileprivate var bytes: [UInt8] { Array("\(table)|\(id)|\(column)".utf8) }
}

/// A key that this device has.
struct SealingKey {
  /// Later keys have greater ids.
  let id: String
  private let cipher: SivCipher

  /// `secret`: 32 bytes, which a passphrase gave.
  init(id: String, secret: [UInt8]) throws(CryptoError) {
    self.id = id
    let halves = try ["lectern sealing 1 a", "lectern sealing 1 b"].map {
      (name) throws(CryptoError) in
      try Crypto.hmacSHA256(key: secret, text: name.utf8)
    }
    cipher = try SivCipher(key: halves.flatMap { $0 })
  }

  func seal(_ text: String, at place: SealedPlace) throws(CryptoError) -> String {
    let sealed = try cipher.seal(Array(text.utf8), beside: place.bytes)
    return "\(SealedText.mark)\(id):\(Base64URL.encode(sealed))"
  }

  /// The text; nil where it was not sealed with this key, or not for this place, or was changed.
  func open(_ sealed: String, at place: SealedPlace) throws(CryptoError) -> String? {
    let head = SealedText.mark.utf8.count + SealedText.keyLength + 1
    guard let bytes = Base64URL.decode(String(Substring(sealed.utf8.dropFirst(head)))),
      let text = try cipher.open(bytes, beside: place.bytes)
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}
