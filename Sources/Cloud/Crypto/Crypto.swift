import CCrypto

/// What is taken from OpenSSL's libcrypto, which is loaded at the first call.
package enum Crypto {
  /// HMAC with SHA-256. Shape: 32 bytes.
  package static func hmacSHA256(
    key: [UInt8], text: some Sequence<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    try load()
    let text = Array(text)
    var outcome: Int32 = -1
    let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = key.withUnsafeBytes { key in
        text.withUnsafeBytes { text in
          lectern_crypto_hmac_sha256(
            key.baseAddress ?? UnsafeRawPointer(out), key.count,
            text.baseAddress ?? UnsafeRawPointer(out), text.count, out)
        }
      }
      count = outcome == 0 ? 32 : 0
    }
    guard outcome == 0 else { throw .failed("HMAC") }
    return digest
  }

  /// A key that is slow to compute from a password. Shape: 32 bytes.
  /// Source: https://www.rfc-editor.org/rfc/rfc7914
  package static func scrypt(
    password: String, salt: [UInt8], cost: PasswordCost
  ) throws(CryptoError) -> [UInt8] {
    try load()
    let password = Array(password.utf8)
    var outcome: Int32 = -1
    let key = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = password.withUnsafeBytes { password in
        salt.withUnsafeBytes { salt in
          lectern_crypto_scrypt(
            password.baseAddress ?? UnsafeRawPointer(out), password.count,
            salt.baseAddress ?? UnsafeRawPointer(out), salt.count,
            cost.rounds, cost.block, cost.lanes, PasswordCost.memoryLimitBytes, out, 32)
        }
      }
      count = outcome == 0 ? 32 : 0
    }
    guard outcome == 0 else { throw .failed("scrypt") }
    return key
  }

  /// Whether two byte strings are equal, in a time that tells nothing of where they differ.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let a = one.baseAddress, let b = other.baseAddress else { return true }
        return lectern_crypto_equal(a, b, one.count) == 1
      }
    }
  }

  static func load() throws(CryptoError) {
    if let reason = lectern_crypto_load() {
      throw .libraryMissing(reason: String(cString: reason))
    }
  }
}
