import EmbeddedCloud
import Testing

/// What the real Auth was asked, and answered, over HTTP.
@Suite struct RecordedAuthTests {
  @Test func `accounts that are confirmed at once answer as Auth did`() throws {
    try play([RecordedBasics.text])
  }

  @Test func `mails, links, tokens and limits answer as Auth did`() throws {
    try play([
      RecordedSignUps.text, RecordedPasswords.text, RecordedMoves.text, RecordedExchanges.text,
      RecordedLimits.text, RecordedSessions.text, RecordedAdmin.text, RecordedTokens.text,
      RecordedEdges.text,
    ])
  }

  private func play(_ texts: [String]) throws {
    let server = try LoopbackServer { () throws(EmbeddedCloudError) -> any RequestAnswering in
      try PlayedCloud()
    }
    defer { server.stop() }
    let script = try RecordedScript(port: server.port)
    for text in texts { try script.play(text) }
    #expect(script.played.count > 40)
  }
}
