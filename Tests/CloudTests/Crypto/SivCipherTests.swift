import Cloud
import Testing
import Vocabulary

@Suite struct SivCipherTests {
  private func cipher(_ first: UInt8 = 0) throws -> SivCipher {
    try SivCipher(key: (0..<64).map { UInt8($0) ^ first })
  }

  @Test func `one text, key and name give one sealed text, which opens again`() throws {
    let sealed = try cipher().seal(Array("grace".utf8), beside: Array("here".utf8))
    // As another implementation seals it: Python's cryptography, AESSIV(bytes(range(64))).
    let hex = sealed.map { [lowerHex($0 >> 4), lowerHex($0 & 15)] }.joined()
    #expect(String(decoding: hex, as: UTF8.self) == "23477eff95e56965312f2a8bc9074e14f156002026")
    #expect(try cipher().seal(Array("grace".utf8), beside: Array("here".utf8)) == sealed)
    #expect(try cipher().open(sealed, beside: Array("here".utf8)) == Array("grace".utf8))
  }

  @Test func `a long text opens again`() throws {
    let text = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let cipher = try cipher()
    #expect(try cipher.open(cipher.seal(text, beside: []), beside: []) == text)
  }

  @Test func `another key, name or bit opens nothing, and the next text opens`() throws {
    let (own, name) = (try cipher(), Array("here".utf8))
    let sealed = try own.seal(Array("grace".utf8), beside: name)
    #expect(try cipher(1).open(sealed, beside: name) == nil)
    #expect(try own.open(sealed, beside: Array("there".utf8)) == nil)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(try own.open(changed, beside: name) == nil)
      #expect(try own.open(Array(sealed[..<place]), beside: name) == nil)
    }
    #expect(try own.open(sealed, beside: name) == Array("grace".utf8))
  }
}
