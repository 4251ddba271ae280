import Vocabulary

/// What was asked of the cloud, as lines or as a page.
extension Conversation {
  /// How many requests `.log` shows by itself. Unit: requests.
  private static let requestsShown = 20

  /// `.log` and `.log 100` show the latest requests, `.log FILE` draws them.
  func log(_ argument: String) throws {
    guard argument.isEmpty || argument.allSatisfy(\.isWholeNumber) else {
      let count = try evaluator.session.draw(to: argument)
      output.notice("\(counted(count, "event")) in \(argument); a browser shows it")
      return
    }
    guard let count = argument.isEmpty ? Self.requestsShown : Int(argument), count > 0 else {
      throw ConsoleError.command("'\(argument)' is no number of requests", hint: ".log 100")
    }
    guard let requests = evaluator.session.requests(latest: count) else {
      throw ConsoleError.command(
        "a library in memory keeps no log", hint: "a world draws itself: w:report(\"flow.html\")")
    }
    guard !requests.isEmpty else { return output.write("no request yet\n") }
    try output.show([.list(requests.map(\.shown))], mode: .table)
  }
}

extension RequestEntry {
  fileprivate var shown: Shown {
    .record([
      ShownField("at", .text(at.text)), ShownField("request", .text(request)),
      ShownField("reply", .text(reply)), ShownField("ms", .integer(took.wholeMilliseconds)),
    ])
  }
}
