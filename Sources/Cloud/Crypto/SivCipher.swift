import CCrypto

/// Deterministic authenticated encryption, AES-SIV: one text, one key and one name beside it give
/// one sealed text, so that what did not change looks as it did.
/// Source: https://www.rfc-editor.org/rfc/rfc5297
package final class SivCipher {
  /// Unit: bytes.
  package static let keyBytes = 64
  private static let tagBytes = 16

  private let cipher: UnsafeMutableRawPointer

  /// Refuses a key of another length, which is our own mistake.
  package init(key: [UInt8]) throws(CryptoError) {
    precondition(key.count == Self.keyBytes)
    if let reason = lectern_siv_load() { throw .libraryMissing(reason: String(cString: reason)) }
    guard let cipher = lectern_siv_new(key) else { throw .failed("AES-SIV") }
    self.cipher = cipher
  }

  deinit { lectern_siv_free(cipher) }

  /// Seals a text that is not empty; `beside` is not in it, but must be the same when it is opened.
  /// Shape: a tag of 16 bytes, then as many as the text has.
  package func seal(_ text: [UInt8], beside: [UInt8]) throws(CryptoError) -> [UInt8] {
    var outcome: Int32 = -1
    let size = text.count + Self.tagBytes
    let sealed = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = lectern_siv_seal(cipher, beside, beside.count, text, text.count, out)
      count = outcome == 0 ? size : 0
    }
    guard outcome == 0 else { throw .failed("AES-SIV") }
    return sealed
  }

  /// The text; nil where the key or what is beside it is another, or somebody changed it.
  package func open(_ sealed: [UInt8], beside: [UInt8]) throws(CryptoError) -> [UInt8]? {
    var outcome: Int32 = -1
    guard sealed.count > Self.tagBytes else { return nil }
    let size = sealed.count - Self.tagBytes
    let text = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      outcome = lectern_siv_open(cipher, beside, beside.count, sealed, sealed.count, out)
      count = outcome == 0 ? size : 0
    }
    guard outcome >= 0 else { throw .failed("AES-SIV") }
    return outcome == 0 ? text : nil
  }
}
