import CCrypto

/// What is taken from OpenSSL's libcrypto, which is loaded at the first call.
enum Crypto {
  /// HMAC with SHA-256. Shape: 32 bytes.
  static func hmacSHA256(
    key: [UInt8], text: some Sequence<UInt8>
  ) throws(EmbeddedCloudError) -> [UInt8] {
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
    guard outcome == 0 else { throw .libraryMissing(name: libcrypto, reason: "HMAC failed") }
    return digest
  }

  /// A key that is slow to compute from a password. Shape: 32 bytes.
  /// Source: https://www.rfc-editor.org/rfc/rfc7914
  static func scrypt(
    password: String, salt: [UInt8], cost: PasswordCost
  ) throws(EmbeddedCloudError) -> [UInt8] {
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
    guard outcome == 0 else { throw .libraryMissing(name: libcrypto, reason: "scrypt failed") }
    return key
  }

  /// Whether two byte strings are equal, in a time that tells nothing of where they differ.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let a = one.baseAddress, let b = other.baseAddress else { return true }
        return lectern_crypto_equal(a, b, one.count) == 1
      }
    }
  }

  private static func load() throws(EmbeddedCloudError) {
    if let reason = lectern_crypto_load() {
      throw .libraryMissing(name: libcrypto, reason: String(cString: reason))
    }
  }
}

private let libcrypto = "libcrypto.so.3"

/// How much work one guess of a password costs (scrypt's N, r and p).
package struct PasswordCost: Sendable, Equatable {
  let rounds: UInt64
  let block: UInt64
  let lanes: UInt64

  /// For passwords of people: 16 MiB and some tens of milliseconds a guess.
  package static let strong = PasswordCost(rounds: 1 << 14, block: 8, lanes: 1)
  /// For worlds and tests, whose passwords protect nothing.
  package static let trivial = PasswordCost(rounds: 16, block: 1, lanes: 1)

  /// Stored parameters beyond this are refused. Unit: bytes.
  static let memoryLimitBytes: UInt64 = 64 << 20
}
