/// Gives stamps, each later than anything this device has given or seen.
///
/// It never looks at a clock: who calls `tick` says what the wall shows, so a seeded run repeats.
package struct HybridClock: Sendable, Hashable {
  /// The last part of every stamp: 12 characters.
  package let device: String
  /// The latest stamp given or seen. Persisted by who owns the clock.
  package private(set) var highWater: Stamp
  /// The cloud's time less ours. Learned from every reply.
  package var skew: Duration

  package init(device: String, highWater: Stamp = .zero, skew: Duration = .zero) {
    self.device = device
    self.highWater = highWater
    self.skew = skew
  }

  /// The next stamp, for an edit made when the wall clock showed `wall`.
  package mutating func tick(_ wall: Instant) -> Stamp {
    let now = max(0, (wall + skew).milliseconds)
    highWater =
      now > highWater.milliseconds
      ? Stamp(milliseconds: now, counter: 0, device: device) : highWater.next(by: device)
    return highWater
  }

  /// Takes note of a stamp that came from elsewhere.
  package mutating func see(_ stamp: Stamp) {
    if stamp > highWater { highWater = stamp }
  }

  /// After stamps of a wrong clock were moved back: the newest that is still held.
  package mutating func lower(to stamp: Stamp) { highWater = stamp }
}
