import CCrypto

/// How providers of identities sign their tokens.
/// Source: https://www.rfc-editor.org/rfc/rfc7518#section-3.1
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// RSA with PKCS #1 v1.5.
  case rs256 = "RS256"
  /// ECDSA on P-256; the signature is two numbers of 32 bytes.
  case es256 = "ES256"
}

/// A pair of keys that was drawn to sign tokens with.
package struct SigningKey: Sendable {
  /// How it signs.
  package let algorithm: SignatureAlgorithm
  private let privateKey: [UInt8]
  /// What checks its signatures. Shape: SubjectPublicKeyInfo in DER.
  package let publicKey: [UInt8]

  /// Room for either key of any algorithm. Unit: bytes.
  private static let room = 4096

  /// Draws a pair. The library's own dice are used: a key cannot follow from a seed.
  package init(drawing algorithm: SignatureAlgorithm) throws(CryptoError) {
    try Crypto.load()
    self.algorithm = algorithm
    var privateKey = [UInt8](repeating: 0, count: Self.room)
    var publicKey = [UInt8](repeating: 0, count: Self.room)
    var privateCount = Self.room
    var publicCount = Self.room
    let isElliptic: Int32 = algorithm == .es256 ? 1 : 0
    guard
      lectern_crypto_make_key(
        isElliptic, &privateKey, &privateCount, &publicKey, &publicCount) == 0
    else { throw .failed("drawing a key") }
    self.privateKey = Array(privateKey.prefix(privateCount))
    self.publicKey = Array(publicKey.prefix(publicCount))
  }

  /// The signature over a text, as tokens carry it.
  package func signature(over text: some Sequence<UInt8>) throws(CryptoError) -> [UInt8] {
    try Crypto.load()
    let text = Array(text)
    var signature = [UInt8](repeating: 0, count: 512)
    var count = signature.count
    guard
      lectern_crypto_sign(
        privateKey, privateKey.count, text, text.count, &signature, &count) == 0
    else { throw .failed("signing") }
    let written = Array(signature.prefix(count))
    guard algorithm == .es256 else { return written }
    guard let numbers = EllipticSignature.numbers(in: written) else { throw .failed("signing") }
    return numbers
  }
}

extension Crypto {
  /// Whether a signature is the key's over a text. What is no key or no signature is not.
  package static func isSigned(
    _ text: some Sequence<UInt8>, _ signature: [UInt8], by publicKey: [UInt8],
    _ algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> Bool {
    try load()
    guard !signature.isEmpty, !publicKey.isEmpty else { return false }
    let text = Array(text)
    let written: [UInt8]
    switch algorithm {
    case .rs256: written = signature
    case .es256:
      guard signature.count == 64 else { return false }
      written = EllipticSignature.sequence(of: signature)
    }
    return lectern_crypto_is_signed(
      publicKey, publicKey.count, text, text.count, written, written.count) == 1
  }
}

/// Two numbers, as tokens have them and as OpenSSL does: in DER.
enum EllipticSignature {
  /// The two numbers of a DER sequence, 32 bytes each; nil where there are none.
  static func numbers(in sequence: [UInt8]) -> [UInt8]? {
    var rest = sequence[...]
    guard rest.popFirst() == 0x30, let length = rest.popFirst(), length == rest.count else {
      return nil
    }
    var numbers: [UInt8] = []
    for _ in 0..<2 {
      guard rest.popFirst() == 0x02, let count = rest.popFirst(), count <= rest.count else {
        return nil
      }
      let number = rest.prefix(Int(count)).drop { $0 == 0 }
      rest = rest.dropFirst(Int(count))
      guard number.count <= 32 else { return nil }
      numbers += [UInt8](repeating: 0, count: 32 - number.count) + number
    }
    return rest.isEmpty ? numbers : nil
  }

  static func sequence(of numbers: [UInt8]) -> [UInt8] {
    let body = number(numbers.prefix(32)) + number(numbers.dropFirst(32))
    return [0x30, UInt8(body.count)] + body
  }

  /// Without zeros in front, but with one where the number would be read as negative.
  private static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var number = Array(bytes.drop { $0 == 0 })
    if number.first.map({ $0 >= 0x80 }) ?? true { number.insert(0, at: 0) }
    return [0x02, UInt8(number.count)] + number
  }
}
