/// What the program tells the shell when it ends. The numbers are those of sysexits.h where it has
/// one.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  /// A Lua error, or tests that failed.
  case failure = 1
  /// A replay printed something else than the recording.
  case mismatch = 2
  case usage = 64
  case badInput = 65
  case noInput = 66
  case cloudUnavailable = 69
  case ourBug = 70
  case inputOutput = 74
  /// A sync that stopped half way, or a library in use: try again.
  case incomplete = 75
  /// Not signed in, or refused.
  case refused = 77
  case configuration = 78
  /// A limit of time ran out.
  case timeout = 124
}
