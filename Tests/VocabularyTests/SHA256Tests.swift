import Testing
import Vocabulary

@Suite struct SHA256Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [lowerHex($0 >> 4), lowerHex($0 & 15)] }, as: UTF8.self)
  }

  /// Source: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `the published examples come out`(text: String, digest: String) {
    #expect(hex(SHA256.digest(text.utf8)) == digest)
  }

  @Test func `a million letters a come out, in pieces of any size`() {
    var hash = SHA256()
    let dice = SeededSurroundings(seed: 5)
    var left = 1_000_000
    while left > 0 {
      let count = min(left, Int(dice.random() % 20_000))
      hash.update(Array(repeating: UInt8(ascii: "a"), count: count))
      left -= count
    }
    #expect(
      hex(hash.finish()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
