import Console
import Glibc
import Vocabulary
import World

/// Syncs unasked by a process of its own, `lectern sync --watch`: typing never waits for a cloud,
/// and `SyncLock` keeps it and a sync that is asked for apart.
///
/// It starts when somebody is signed in, and ends with the prompt or script that wanted it.
final class WatchProcess: AutoSync {
  private let options: Options
  /// Variables that only it may have.
  private var secrets: [String]
  private let isSignedIn: () -> Bool
  private var child: pid_t?
  private var startedAt = 0
  private(set) var isOn = false
  private(set) var isDecided = false

  init(_ options: Options, _ secrets: [String], isSignedIn: @escaping () -> Bool) {
    self.options = options
    self.secrets = secrets
    self.isSignedIn = isSignedIn
  }

  deinit { stop() }

  /// Lets it open the session that was sealed.
  func unlock(passphrase: String) {
    secrets.append("\(SessionSecrets.passphraseVariable)=\(passphrase)")
  }

  func turn(on: Bool) {
    isDecided = true
    isOn = on
    if on { attend() } else { stop() }
  }

  func attend() {
    guard isOn, !isRunning else { return }
    // One that ended by itself is not started again and again.
    let now = time(nil)
    guard now - startedAt >= Self.patience, isSignedIn() else { return }
    startedAt = now
    child = start()
  }

  private static let patience = 60

  /// One that has ended is forgotten: its number may be another's soon.
  private var isRunning: Bool {
    guard let child, child > 0 else { return false }
    if waitpid(child, nil, WNOHANG) == 0 { return true }
    self.child = nil
    return false
  }

  private func stop() {
    // Whoever turns it on again wants it at once.
    startedAt = 0
    guard isRunning, let child else { return }
    kill(child, SIGTERM)
    let machine = MachineSurroundings()
    for _ in 0..<Self.goodbye where isRunning { _ = machine.wait(.milliseconds(10)) }
    if isRunning {
      // What was on its way is sent again: a sync may end anywhere.
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
      self.child = nil
    }
  }

  /// Hundredths of a second for it to end by itself.
  private static let goodbye = 200

  /// The process; 0 where there is none.
  private func start() -> pid_t {
    var words = ["lectern", "sync", "--watch", "--quiet"]
    if let path = options.database { words += ["--db", path] }
    if let name = options.profile { words += ["--profile", name] }
    if let cloud = options.cloud { words += ["--cloud", cloud] }
    var variables = ["\(SyncWatch.parentVariable)=\(getpid())"]
    // Not among the words: everybody can read those.
    if let key = options.key { variables.append("SUPABASE_ANON_KEY=\(key)") }
    return Spawn(program: "/proc/self/exe", words: words, adding: variables + secrets).start()
  }
}
