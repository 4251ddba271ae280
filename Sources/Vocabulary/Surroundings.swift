/// Everything that the engine takes from outside: time, chance and waiting.
///
/// The prompt passes the machine's; tests and worlds pass a seed and a virtual clock, so that one
/// script gives equal rows on every run. It is not Sendable: one thread owns it.
package protocol Surroundings: AnyObject {
  /// The wall clock, as this device sees it.
  func now() -> Instant
  /// 64 random bits.
  func random() -> UInt64
  /// Lets time pass, or comes back early with false where the person interrupts.
  func wait(_ duration: Duration) -> Bool
  /// Whether time and chance are made up: then SQL must follow them too.
  var isVirtual: Bool { get }
}

extension Surroundings {
  package var isVirtual: Bool { false }
}
