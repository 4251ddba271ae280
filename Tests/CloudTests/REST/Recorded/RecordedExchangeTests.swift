import Support
import Testing

/// What real PostgREST was asked, and answered, over HTTP.
@Suite struct RecordedExchangeTests {
  @Test func `the embedded cloud answers as PostgREST did`() throws {
    let folder = try TemporaryFolder()
    let project = try RecordedProject(path: "\(folder.path)/cloud.db")
    for exchange in RecordedExchange.all {
      let answer = try project.answer(to: exchange)
      #expect(
        answer.status == exchange.status, "\(exchange.testDescription)\n\(answer.body)")
      let body = answer.body
      let isSame = body.matches(pattern: exchange.answerBody.expanded)
      #expect(isSame, "\(exchange.testDescription)\n\(body)\n\(exchange.answerBody)")
      for field in Self.spoken(answer.fields, exchange) {
        Issue.record("\(exchange.testDescription)\n\(field)")
      }
    }
  }

  /// Fields that say something of the answer.
  private static let names = [
    "Content-Range", "Content-Location", "Content-Type", "Location", "Preference-Applied",
    "Proxy-Status", "WWW-Authenticate", "Access-Control-Allow-Origin",
    "Access-Control-Allow-Methods", "Access-Control-Allow-Headers",
    "Access-Control-Expose-Headers", "Access-Control-Max-Age",
  ]

  /// How the fields differ from the recorded ones.
  private static func spoken(
    _ fields: [RecordedExchange.Field], _ exchange: RecordedExchange
  ) -> [String] {
    names.compactMap { name in
      let found = fields.first { $0.name == name }?.value
      let recorded = exchange.answerFields.first { $0.name == name }?.value
      if let found, let recorded, found.matches(pattern: recorded.expanded) { return nil }
      return found == recorded
        ? nil : "\(name): \(found ?? "none"), recorded \(recorded ?? "none")"
    }
  }
}
