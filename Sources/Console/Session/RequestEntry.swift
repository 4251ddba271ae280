package import Vocabulary

/// One request to the cloud, as `.log` shows it: nothing of its contents.
package struct RequestEntry: Sendable, Equatable {
  /// When it was asked.
  package let at: Instant
  /// What was asked, in words.
  package let request: String
  /// What came back, in words; or why nothing did.
  package let reply: String
  /// How long it took.
  package let took: Duration

  package init(at: Instant, request: String, reply: String, took: Duration) {
    self.at = at
    self.request = request
    self.reply = reply
    self.took = took
  }
}
