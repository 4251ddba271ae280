/// Sixty-four bits that stand for a word in the tables of names (FNV-1a).
///
/// Why: about a thousand words are known, so a stranger meets one of them once in 10^16; a key of
/// eight bytes makes a look-up several times faster than one of text.
/// Source: http://www.isthe.com/chongo/tech/comp/fnv/
struct WordHash: Hashable, Sendable {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(of bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ byte: UInt8) {
    bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
