import Glibc

/// The machine's own clock, chance and waiting.
package final class MachineSurroundings: Surroundings {
  /// Drawn from the machine many at a time: each time is a call of the kernel.
  private var drawn: [UInt64] = []

  package init() {}

  package func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package func random() -> UInt64 {
    if let next = drawn.popLast() { return next }
    var words = [UInt64](repeating: 0, count: 32)
    let isDrawn = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
    if isDrawn { drawn = words }
    var source = SystemRandomNumberGenerator()
    return drawn.popLast() ?? source.next()
  }

  package func wait(_ duration: Duration) -> Bool {
    var time = timespec()
    time.tv_sec = Int(duration.components.seconds)
    time.tv_nsec = Int(duration.components.attoseconds / 1_000_000_000)
    return nanosleep(&time, nil) == 0
  }
}
