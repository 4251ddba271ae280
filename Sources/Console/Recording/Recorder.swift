import Glibc
import LuaRuntime
import Vocabulary

/// Writes what is done at the prompt into a file that does it again.
///
/// The file is whole after every input: a crash loses nothing.
final class Recorder {
  let path: String
  let evaluator: Evaluator
  /// Inputs kept so far.
  private(set) var count = 0
  private let output: Output
  private var recording: RecordingText
  private var standIns: StandIns
  /// How many secrets were known when the parts were last gone through.
  private var secretCount = 0
  private var start = Start(activity: [], kept: 0, declarations: 0, queued: 0)

  /// How things stood before an input.
  private struct Start {
    let activity: [Int64]
    let kept: Int64
    let declarations: Int
    let queued: Int
  }

  /// Errors: a file of that name exists, or none can be made.
  init(
    path: String, terms: RecordingTerms, evaluator: Evaluator, output: Output
  ) throws(ConsoleError) {
    guard access(path, F_OK) != 0 else {
      throw .command("'\(path)' is already there", hint: "choose another name, or remove it")
    }
    self.path = path
    self.evaluator = evaluator
    self.output = output
    recording = RecordingText(terms: terms, parts: [])
    standIns = StandIns(evaluator.secrets, functions: evaluator.session.functions)
    try save()
    output.startCopy()
  }

  /// Forgets what was printed before this input.
  func begin() {
    _ = output.takeCopy()
    start = Start(
      activity: evaluator.session.activity, kept: evaluator.session.keptChanges,
      declarations: evaluator.lines.declarationCount, queued: queued)
  }

  /// Keeps an input that succeeded, with what it printed.
  func keep(
    _ text: String, _ evaluation: Evaluation, isQuiet: Bool
  ) throws(ConsoleError) {
    let printed = output.takeCopy()
    let source = RecordedSource.source(
      entered: opened(text), isExpression: evaluation.isExpression, isQuiet: isQuiet,
      results: evaluation.results)
    guard !source.isEmpty else { return }
    try add(source, RecordingText.lines(of: printed))
  }

  /// Keeps what must be known of an input that failed, so that a replay goes on as this did.
  func keep(_ text: String, failedWith error: any Explained) throws(ConsoleError) {
    let printed = RecordingText.lines(of: output.takeCopy())
    let isHarmless =
      printed.isEmpty && start.activity == evaluator.session.activity
      && evaluator.touchesOnlyTheLibrary(text)
    switch FailedInput(error, hadEffect: !isHarmless) {
    case .nothing: return
    case .again:
      let open = opened(text)
      let done = LuaSession.end(
        ofDeclarations: evaluator.lines.declarationCount - start.declarations, in: open)
      let source = RecordedSource.failed(
        entered: open, isExpression: evaluator.isExpression(text), done: done)
      try add(source, printed + [FailedInput.line(for: error)])
    case .comment: try comment(text, error)
    }
  }

  func end() { output.endCopy() }

  private func add(_ source: String, _ printed: [String]) throws(ConsoleError) {
    recording.parts.append(
      RecordingText.Part(line: 0, source: source + "\n", printed: printed))
    count += 1
    hideSecrets()
    try save()
  }

  /// What a function took as a secret may have been typed, or printed, long before.
  private func hideSecrets() {
    let seen = evaluator.seenSecrets
    if seen.words.count > secretCount {
      secretCount = seen.words.count
      for index in recording.parts.indices {
        let part = recording.parts[index]
        recording.parts[index].source = standIns.replaced(in: part.source, knowing: seen)
      }
    }
    for index in recording.parts.indices {
      recording.parts[index].printed = recording.parts[index].printed.map {
        standIns.replaced(inPrinted: $0)
      }
    }
  }

  /// Says in the file and to the person what a replay will lack.
  private func comment(_ text: String, _ error: any Explained) throws(ConsoleError) {
    let lack =
      switch queued - start.queued {
      case 1...: "a replay lacks the \(counted(queued - start.queued, "edit")) it made"
      case _ where start.kept != evaluator.session.keptChanges:
        "a replay lacks what it did to the library"
      default: "it had not changed the library"
      }
    let reason = FailedInput.line(for: error)
    recording.parts.append(
      RecordingText.Part(
        line: 0,
        source: "-- left out (\(reason)); \(lack):\n" + RecordedSource.commented(opened(text)),
        printed: []))
    output.complain("left out of the recording, as no replay can stop there again; \(lack)")
    try save()
  }

  private var queued: Int { evaluator.session.standing.queued ?? 0 }

  private func opened(_ text: String) -> String {
    let open = standIns.replaced(in: text, knowing: evaluator.seenSecrets)
    if open != text { output.notice("recorded with stand-ins for what is secret") }
    return open
  }

  private func save() throws(ConsoleError) {
    try FileBytes.replace(path, with: Array(recording.text.utf8))
  }
}
