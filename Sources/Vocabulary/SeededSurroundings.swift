/// A virtual clock and a seed: what tests, recordings and worlds run on.
package final class SeededSurroundings: Surroundings {
  /// What all chance follows from.
  package let seed: UInt64
  private var state: UInt64
  private var wall: Instant
  /// How far this device's clock is off.
  package var offset: Duration = .zero
  /// How far the clock moves by itself at each reading, so that two edits differ.
  package var step: Duration

  package init(
    seed: UInt64, start: Instant = Instant(milliseconds: 1_767_225_600_000),
    step: Duration = .zero
  ) {
    self.seed = seed
    state = seed
    wall = start
    self.step = step
  }

  package var isVirtual: Bool { true }

  /// Where chance and clock stand: it differs after every number and every reading that moves.
  package var position: [Int64] { [Int64(bitPattern: state), wall.milliseconds] }

  package func now() -> Instant {
    wall = wall + step
    return wall + offset
  }

  /// Moves the clock on.
  package func advance(_ duration: Duration) { wall = wall + duration }

  /// SplitMix64: every seed is good, and one addition a number.
  /// Source: https://prng.di.unimi.it/splitmix64.c
  package func random() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package func wait(_ duration: Duration) -> Bool {
    advance(duration)
    return true
  }
}
