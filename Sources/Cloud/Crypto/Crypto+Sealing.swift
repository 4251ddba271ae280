import CCrypto

/// AES-256-GCM.
/// Source: https://csrc.nist.gov/pubs/sp/800/38/d/final
extension Crypto {
  /// Unit: bytes.
  package static let keyBytes = 32
  /// Unit: bytes. One key seals each text with another nonce.
  package static let nonceBytes = 12
  private static let tagBytes = 16

  /// Seals a text; `beside` is not in it, but must be the same when it is opened.
  /// Shape: as long as the text and its tag of 16 bytes.
  package static func seal(
    _ text: [UInt8], key: [UInt8], nonce: [UInt8], beside: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    try loadSealing(key, nonce)
    var outcome: Int32 = -1
    var tag = [UInt8](repeating: 0, count: tagBytes)
    let sealed = [UInt8](unsafeUninitializedCapacity: text.count + 1) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = text.withUnsafeBytes { text in
        beside.withUnsafeBytes { beside in
          lectern_seal(
            key, nonce, beside.baseAddress ?? UnsafeRawPointer(out), beside.count,
            text.baseAddress ?? UnsafeRawPointer(out), text.count, out, &tag)
        }
      }
      count = outcome == 0 ? text.count : 0
    }
    guard outcome == 0 else { throw .failed("AES-256-GCM") }
    return sealed + tag
  }

  /// The text; nil where key, nonce or what is beside it is another, or somebody changed it.
  package static func open(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], beside: [UInt8]
  ) throws(CryptoError) -> [UInt8]? {
    try loadSealing(key, nonce)
    guard sealed.count >= tagBytes else { return nil }
    let body = Array(sealed.dropLast(tagBytes))
    let tag = Array(sealed.suffix(tagBytes))
    var outcome: Int32 = -1
    let text = [UInt8](unsafeUninitializedCapacity: body.count + 1) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = body.withUnsafeBytes { body in
        beside.withUnsafeBytes { beside in
          lectern_unseal(
            key, nonce, beside.baseAddress ?? UnsafeRawPointer(out), beside.count,
            body.baseAddress ?? UnsafeRawPointer(out), body.count, tag, out)
        }
      }
      count = outcome == 0 ? body.count : 0
    }
    guard outcome >= 0 else { throw .failed("AES-256-GCM") }
    return outcome == 0 ? text : nil
  }

  private static func loadSealing(_ key: [UInt8], _ nonce: [UInt8]) throws(CryptoError) {
    precondition(key.count == keyBytes && nonce.count == nonceBytes)
    if let reason = lectern_seal_load() {
      throw .libraryMissing(reason: String(cString: reason))
    }
  }
}
