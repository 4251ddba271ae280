/// SHA-256 of bytes, 32 bytes long.
///
/// By hand, because name-based ids must not load a library at start; tests hold it against the
/// published vectors and against PostgreSQL's.
/// Source: https://csrc.nist.gov/pubs/fips/180-4/upd1/final
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  package init() { pending.reserveCapacity(64) }

  /// The digest of all the bytes at once.
  package static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// The same as text: 64 hexadecimal digits in lower case.
  package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = digest(bytes).flatMap { [lowerHex($0 >> 4), lowerHex($0 & 15)] }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Takes more of the message.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let isTaken: Void? = bytes.withContiguousStorageIfAvailable { take($0) }
    if isTaken == nil { Array(bytes).withUnsafeBufferPointer { take($0) } }
  }

  /// Whole blocks are read where they lie.
  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    length += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let part = rest.prefix(64 - pending.count)
      pending.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      guard pending.count == 64 else { return }
      compressPending()
    }
    while rest.count >= 64 {
      compress(UnsafeBufferPointer(rebasing: rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    pending.append(contentsOf: rest)
  }

  /// The digest of everything so far; nothing may be added after it.
  package mutating func finish() -> [UInt8] {
    let bits = length * 8
    pending.append(0x80)
    if pending.count > 56 { fillBlock() }
    while pending.count < 56 { pending.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    compressPending()
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for place in 0..<8 {
      let word = state[place]
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    return digest
  }

  private mutating func fillBlock() {
    while pending.count < 64 { pending.append(0) }
    compressPending()
  }

  private mutating func compressPending() {
    let block = pending
    block.withUnsafeBufferPointer { compress($0) }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func compress(_ block: UnsafeBufferPointer<UInt8>) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for place in 0..<16 {
      let start = place * 4
      words[place] =
        UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16
        | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
    }
    for place in 16..<64 {
      let early = words[place - 15]
      let late = words[place - 2]
      let one = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let two = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      words[place] = words[place - 16] &+ one &+ words[place - 7] &+ two
    }
    mix(words)
  }

  private mutating func mix(_ words: InlineArray<64, UInt32>) {
    let before = state
    let constants = Self.constants
    var (a, b, c, d) = (before[0], before[1], before[2], before[3])
    var (e, f, g, h) = (before[4], before[5], before[6], before[7])
    for round in 0..<64 {
      let sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sumE &+ choice &+ constants[round] &+ words[round]
      let sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sumA &+ majority)
    }
    state = before &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word >> count) | (word << (32 - count))
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
