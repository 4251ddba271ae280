import Vocabulary

/// When a refused change, or a cloud that does not answer, is tried again. Pure.
package enum RetrySchedule {
  /// The pause after the `attempts`-th refusal of one entry; nil means: park it.
  ///
  /// 2, 4, 8, 16 minutes after the first to the fourth.
  package static func pause(afterAttempts attempts: Int) -> Duration? {
    attempts >= Limits.attempts ? nil : .seconds(60 << max(1, attempts))
  }

  /// The pause after `failures` calls that the cloud did not answer: full jitter, 1 s to 5 min.
  ///
  /// Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
  package static func pause(afterFailures failures: Int, random: UInt64) -> Duration {
    let ceiling = min(300_000, 1000 << min(max(failures, 0), 9))
    return .milliseconds(1000 + Int64(random % UInt64(max(1, ceiling - 1000 + 1))))
  }
}
