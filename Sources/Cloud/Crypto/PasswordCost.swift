/// How much work one guess of a password costs (scrypt's N, r and p).
package struct PasswordCost: Sendable, Equatable {
  /// N: how often the block is mixed; a power of two.
  package let rounds: UInt64
  /// r: the size of a block. Unit: 128 bytes.
  package let block: UInt64
  /// p: how many blocks are mixed beside each other.
  package let lanes: UInt64

  package init(rounds: UInt64, block: UInt64, lanes: UInt64) {
    self.rounds = rounds
    self.block = block
    self.lanes = lanes
  }

  /// For passwords of people: 16 MiB and some tens of milliseconds a guess.
  package static let strong = PasswordCost(rounds: 1 << 14, block: 8, lanes: 1)
  /// For worlds and tests, whose passwords protect nothing.
  package static let trivial = PasswordCost(rounds: 16, block: 1, lanes: 1)

  /// Stored parameters beyond this are refused. Unit: bytes.
  package static let memoryLimitBytes: UInt64 = 64 << 20
}
