import CSQLite
import Vocabulary

/// Waits for another process that writes, in short steps, so that Ctrl-C ends the wait at once.
final class BusyWait {
  /// Whether somebody wants the wait to end.
  var question: StopQuestion?
  /// How long one wait may take. Unit: milliseconds.
  var limit = Int32(Limits.busyWait.wholeMilliseconds)
  private var waited: Int32 = 0

  /// Asks this from now on, which must outlive the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { context, calls in
        guard let context else { return 0 }
        return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().goesOn(after: calls)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits a step, and answers 1; 0 gives up. `calls` counts from 0 in each wait.
  func goesOn(after calls: Int32) -> Int32 {
    if calls == 0 { waited = 0 }
    let isStopped = question.map { StopQuestion.ask($0.context) != 0 } ?? false
    guard !isStopped, waited < limit else { return 0 }
    let step = min(1 + 2 * calls, 25)
    sqlite3_sleep(step)
    waited += step
    return 1
  }
}
