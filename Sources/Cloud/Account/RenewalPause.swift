import Vocabulary

/// When the cloud may be asked for the next token: not while it asked to be left alone, and not
/// again and again where its tokens are of no use.
///
/// Why: a wrong clock, or a cloud whose tokens end as they come, would make each call a renewal,
/// until the cloud takes the whole session for stolen. It is of one process: others have their own.
package struct RenewalPause {
  /// Tokens that ended as they came, and tokens that were refused as they came.
  private var ended = Streak()
  private var refused = Streak()
  private var pause: Span?
  private var rest: Span?

  /// A while by one clock. One that jumps back ends it.
  private struct Span {
    let from: Instant
    let end: Instant
    let why: CloudError
    func holds(_ now: Instant) -> Bool { now >= from && now < end }
  }

  /// Renewals of no use in a row, and the pauses after them.
  private struct Streak {
    var renewals = 0
    var pauses = 0

    /// How long to pause now; nil for not yet. After a pause there is one try.
    mutating func count() -> Duration? {
      renewals += 1
      guard renewals >= RenewalPause.tries else { return nil }
      renewals -= 1
      pauses += 1
      return min(RenewalPause.firstPause * (1 << min(pauses - 1, 4)), RenewalPause.longestPause)
    }
  }

  init() {}

  /// Renewals in a row that may be of no use before a pause.
  package static let tries = 3
  /// The first such pause; the next are twice as long each, at most the longest.
  package static let firstPause: Duration = .seconds(60)
  /// The longest one.
  package static let longestPause: Duration = .seconds(960)
  /// How long a token that has not ended goes on after its renewal failed.
  package static let restDuration: Duration = .seconds(10)

  /// Whether a renewal that is not needed yet failed just now.
  func isResting(at now: Instant) -> Bool { rest?.holds(now) ?? false }

  /// Throws why the cloud is not asked now; how long that lasts is in it.
  mutating func require(at now: Instant) throws(CloudError) {
    guard let pause else { return }
    guard pause.holds(now) else {
      self.pause = nil
      return
    }
    let left = pause.end - now
    switch pause.why {
    case .notReady(let status, let code, _):
      throw .notReady(status: status, code: code, retryAfter: left)
    case .tokensEndAtOnce: throw .tokensEndAtOnce(retryAfter: left)
    default: throw pause.why
    }
  }

  /// The cloud took a token.
  mutating func noteTaken() { refused = Streak() }

  /// A renewal was answered. `endsAtOnce` says that its token should be renewed already.
  mutating func noteRenewal(endsAtOnce: Bool, at now: Instant) {
    rest = nil
    guard endsAtOnce else {
      ended = Streak()
      return
    }
    if let length = ended.count() {
      pause = Span(from: now, end: now + length, why: .tokensEndAtOnce(retryAfter: length))
    }
  }

  /// A token was refused as soon as it came.
  mutating func noteUseless(_ error: CloudError, at now: Instant) {
    guard let length = refused.count() else { return }
    let why = error.namesAnEndedToken ? .tokensEndAtOnce(retryAfter: length) : error
    pause = Span(from: now, end: now + length, why: why)
  }

  /// A renewal failed.
  mutating func noteFailure(_ error: CloudError, at now: Instant) {
    rest = Span(from: now, end: now + Self.restDuration, why: error)
    if case .notReady(429, _, let wait) = error {
      pause = Span(from: now, end: now + (wait ?? Self.restDuration), why: error)
    }
  }
}

extension CloudError {
  /// PostgREST's word for a token that ended; Auth has one for all that is wrong with a token.
  fileprivate var namesAnEndedToken: Bool {
    guard case .refused(_, let code, let message) = self else { return false }
    return code == "PGRST303" || message.contains("expired")
  }
}
