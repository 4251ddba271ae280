import LuaRuntime
import Vocabulary

/// Runs recordings again, each in a library of its own, and compares what they print.
struct Replay {
  let workplace: any Workplace
  let output: Output
  let reporter: Reporter
  /// Rewrites what was expected instead of complaining.
  let isAccepting: Bool

  /// The worst of all: a mismatch, or an error before anything could be compared.
  func run(_ paths: [String]) -> Ending {
    var worst = ExitStatus.success
    for path in paths {
      do {
        if try !run(path) { worst = worst == .success ? .mismatch : worst }
      } catch {
        let explained = Reporter.explained(error)
        if (explained as? LuaFailure)?.cause == .interrupted { return .interrupted }
        output.complain(reporter.text(of: explained, source: nil, hint: nil))
        worst = ExitStatus(for: explained)
      }
    }
    return .status(worst)
  }

  /// Whether the recording did again what it says.
  private func run(_ path: String) throws -> Bool {
    let bytes = try FileBytes.read(path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConsoleError.unreadableRecording(path: path, reason: "it is not UTF-8")
    }
    let terms = try terms(of: text, path: path)
    let session = try workplace.openSession(recording: terms)
    defer { session.close() }
    let page = Output(renderer: .recording, isQuiet: true, isMuted: true)
    page.startCopy()
    let evaluator = Evaluator(session, output: page)
    var recording = try read(text, path: path, isComplete: evaluator.isComplete)
    var differences: [String] = []
    for index in recording.parts.indices {
      let part = recording.parts[index]
      let (printed, isOver) = try self.printed(by: part, evaluator, page)
      if printed != part.printed {
        differences.append("\(path):\(part.line)")
        differences += LineDifference.lines(expected: part.printed, printed: printed)
        recording.parts[index].printed = printed
      }
      if isOver { return report(differences, isAcceptable: false) }
    }
    if isAccepting && !differences.isEmpty {
      try FileBytes.replace(path, with: Array(recording.text.utf8))
      output.notice("\(path): rewritten")
      return true
    }
    return report(differences, isAcceptable: true)
  }

  /// An error ends the replay: nothing after it means anything.
  private func printed(
    by part: RecordingText.Part, _ evaluator: Evaluator, _ page: Output
  ) throws -> (lines: [String], isOver: Bool) {
    do {
      _ = try evaluator.run(input: part.source)
      return (RecordingText.lines(of: page.takeCopy()), false)
    } catch {
      let explained = Reporter.explained(error)
      if (explained as? LuaFailure)?.cause == .interrupted { throw error }
      let lines = RecordingText.lines(of: page.takeCopy())
      return (lines + ["error: " + Escaping.visible(explained.summary, isOneLine: true)], true)
    }
  }

  private func report(_ differences: [String], isAcceptable: Bool) -> Bool {
    if differences.isEmpty { return true }
    output.write(differences.joined(separator: "\n") + "\n")
    if isAccepting && !isAcceptable {
      output.complain("an error is never accepted; nothing rewritten")
    }
    return false
  }

  private func terms(of text: String, path: String) throws(ConsoleError) -> RecordingTerms {
    let header = text.prefix { $0 != "\n" }
    do { return try RecordingTerms(header: String(header)) } catch {
      throw .unreadableRecording(path: path, reason: error.reason)
    }
  }

  private func read(
    _ text: String, path: String, isComplete: (String) -> Bool
  ) throws(ConsoleError) -> RecordingText {
    do { return try RecordingText(text, isComplete: isComplete) } catch {
      throw .unreadableRecording(path: path, reason: error.reason)
    }
  }
}
