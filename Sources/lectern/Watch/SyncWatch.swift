import ChangeQueue
import Console
import Glibc
import LuaRuntime
import Sync
import Vocabulary

/// `lectern sync --watch`: syncs when it is due, until it is interrupted or the prompt that started
/// it is gone. A line of JSON where something moved or failed.
struct SyncWatch {
  private let engine: SyncEngine
  private let isQuiet: Bool
  /// The prompt that started it; nil where a person did.
  private let parent: pid_t?

  init(_ engine: SyncEngine, _ options: Options) {
    self.engine = engine
    isQuiet = options.isQuiet
    parent = variable(Self.parentVariable).flatMap { pid_t($0) }
  }

  /// Names the process whose end ends the watch too.
  static let parentVariable = "LECTERN_PARENT"

  /// Errors: `ConsoleError.interrupted` by Ctrl-C, so that the process dies by that signal.
  func run() throws -> ExitStatus {
    let surroundings = engine.database.surroundings
    let scheduler = SyncScheduler(engine)
    let presses = ControlC.presses
    var network = NetworkRoutes()
    var lastLine = ""
    while ControlC.presses == presses, parent ?? getppid() == getppid() {
      scheduler.look()
      let routes = NetworkRoutes()
      if routes != network, routes.leadOut { scheduler.wake() }
      network = routes
      if let report = scheduler.syncIfDue(), !isQuiet {
        let line = HeadlessReport(report).text
        let hasNews = report.pushed + report.merged + report.pulled > 0
        if hasNews || line != lastLine { tell(line) }
        lastLine = line
      }
      let before = surroundings.now()
      _ = surroundings.wait(.seconds(1))
      // It was stopped meanwhile, or the machine slept.
      if surroundings.now() - before > Self.sleep { scheduler.wake() }
    }
    if ControlC.presses != presses { throw ConsoleError.interrupted }
    return .success
  }

  private func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static let sleep: Duration = .seconds(10)
}
