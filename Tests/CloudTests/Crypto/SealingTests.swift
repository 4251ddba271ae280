import Cloud
import Testing

@Suite struct SealingTests {
  private let key = [UInt8](repeating: 0, count: 32)
  private let nonce = [UInt8](repeating: 0, count: 12)

  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    }
  }

  // Test cases 13 and 14 of the paper that proposes GCM.
  // Source: https://csrc.nist.rip/groups/ST/toolkit/BCM/documents/proposedmodes/gcm/gcm-spec.pdf
  @Test(arguments: [
    ("", "530f8afbc74536b9a963b4f1c4cb738b"),
    (
      "00000000000000000000000000000000",
      "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
    ),
  ])
  func `it is the AES-256-GCM that others have`(text: String, sealed: String) throws {
    let text = bytes(text)
    let own = try Crypto.seal(text, key: key, nonce: nonce, beside: [])
    #expect(own == bytes(sealed))
    #expect(try Crypto.open(own, key: key, nonce: nonce, beside: []) == text)
  }

  @Test func `any other byte anywhere opens nothing`() throws {
    let text = Array("a session".utf8)
    let beside = Array("beside".utf8)
    let sealed = try Crypto.seal(text, key: key, nonce: nonce, beside: beside)
    func opened(
      _ sealed: [UInt8], key: [UInt8]? = nil, nonce: [UInt8]? = nil, beside: [UInt8]? = nil
    ) throws -> [UInt8]? {
      try Crypto.open(
        sealed, key: key ?? self.key, nonce: nonce ?? self.nonce,
        beside: beside ?? Array("beside".utf8))
    }
    #expect(try opened(sealed) == text)
    for place in sealed.indices {
      var other = sealed
      other[place] ^= 1
      #expect(try opened(other) == nil)
    }
    for length in 0..<sealed.count {
      #expect(try opened(Array(sealed.prefix(length))) == nil)
    }
    var otherKey = key
    otherKey[31] = 1
    #expect(try opened(sealed, key: otherKey) == nil)
    #expect(try opened(sealed, nonce: Array(repeating: 1, count: 12)) == nil)
    #expect(try opened(sealed, beside: []) == nil)
  }
}
