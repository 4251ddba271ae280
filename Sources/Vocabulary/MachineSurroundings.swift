import Glibc

/// The machine's own clock, chance and waiting.
package final class MachineSurroundings: Surroundings {
  package init() {}

  package func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package func random() -> UInt64 {
    var source = SystemRandomNumberGenerator()
    return source.next()
  }

  package func wait(_ duration: Duration) -> Bool {
    var time = timespec()
    time.tv_sec = Int(duration.components.seconds)
    time.tv_nsec = Int(duration.components.attoseconds / 1_000_000_000)
    return nanosleep(&time, nil) == 0
  }
}
