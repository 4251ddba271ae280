import ChangeQueue
import Cloud
import Store
import Vocabulary

/// When the next sync is due that nobody asks for, after one that the cloud did not answer.
extension SyncEngine {
  /// Nil where nothing keeps it from going at once. A time further off than any pause was read off
  /// a clock that has stepped back since.
  func nextTry() throws -> Instant? {
    let now = surroundings.now()
    guard let time = try database.state(.retryAt).flatMap({ Instant($0) }), time > now,
      time <= now + Limits.longestPause
    else { return nil }
    return time
  }

  /// Whether the network is taken for gone: two syncs in a row got no answer of the cloud's, one
  /// that does ends it. A page of whoever owns the network, asking to sign in, is no answer.
  package func isOffline() throws -> Bool {
    try database.state(.lastErrorKind) == ErrorKind.offline.rawValue
      && (database.state(.failures).flatMap { Int($0) } ?? 0) >= 2
  }

  /// Full jitter over the failures in a row; the cloud's own word holds where it is longer. What
  /// waiting does not cure sets no time.
  func noteRetry(_ error: any Explained) throws {
    let problem = error as? CloudError
    let isPassing = problem?.failureClass.isPassing ?? Self.passes(error)
    guard isPassing else {
      try database.setState(.failures, nil)
      return try database.setState(.retryAt, nil)
    }
    let failures = (try database.state(.failures).flatMap { Int($0) } ?? 0) + 1
    let jitter = RetrySchedule.pause(afterFailures: failures, random: surroundings.random())
    let pause = max(jitter, problem?.retryAfter ?? .zero)
    try database.setState(.failures, String(failures))
    try database.setState(.retryAt, (surroundings.now() + pause).text)
  }

  private static func passes(_ error: any Explained) -> Bool {
    switch error as? SyncError {
    case .unreadable?, .endless?: true
    default: false
    }
  }
}
