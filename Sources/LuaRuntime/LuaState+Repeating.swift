import CLuaGuard
import Glibc
package import Vocabulary

extension LuaState {
  /// From here on runs repeat, whatever the process, the machine and the day.
  ///
  /// `os.time`, `os.date` and `os.clock` follow `now`, in UTC; `math.random` follows the seed;
  /// `pairs` and `next` give numbers first, then texts by their bytes; `table.sort` is stable;
  /// texts of tables and functions hold no addresses. A second call changes clock and seed.
  package func makeRepeatable(seed: UInt64, now: @escaping () -> Instant) throws(LuaError) {
    let clock = ScriptClock(now: now)
    if zone == nil { zone = UniversalTime() }
    let context = Unmanaged.passUnretained(clock).toOpaque()
    let isDone = guard_repeat(
      lifeline.host, { millisecondsOfClock($0) }, context, Int64(bitPattern: seed))
    guard isDone else { throw .noState }
    // The one before it must live until here.
    self.clock = clock
  }
}

/// The time that scripts of one state see.
final class ScriptClock {
  let now: () -> Instant

  init(now: @escaping () -> Instant) { self.now = now }
}

private func millisecondsOfClock(_ context: UnsafeMutableRawPointer?) -> Int64 {
  guard let context else { return 0 }
  return Unmanaged<ScriptClock>.fromOpaque(context).takeUnretainedValue().now().milliseconds
}

/// UTC as the zone of this process, for C's `localtime`, until it is given back.
final class UniversalTime {
  private let before: String?

  init() {
    before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", "UTC0", 1)
    tzset()
  }

  func giveBack() {
    if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
    tzset()
  }
}
