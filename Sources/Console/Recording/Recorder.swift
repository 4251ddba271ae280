import Glibc

/// Writes what succeeds at the prompt into a file that does it again.
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
  func begin() { _ = output.takeCopy() }

  /// Keeps an input that succeeded, with what it printed.
  func keep(
    _ text: String, _ evaluation: Evaluation, isQuiet: Bool
  ) throws(ConsoleError) {
    let printed = output.takeCopy()
    let open = standIns.replaced(in: text)
    if open != text { output.notice("recorded with stand-ins for what is secret") }
    let source = RecordedSource.source(
      entered: open, isExpression: evaluation.isExpression, isQuiet: isQuiet,
      results: evaluation.results)
    guard !source.isEmpty else { return }
    recording.parts.append(
      RecordingText.Part(
        line: 0, source: source + "\n", printed: RecordingText.lines(of: printed)))
    count += 1
    try save()
  }

  func end() { output.endCopy() }

  private func save() throws(ConsoleError) {
    try FileBytes.replace(path, with: Array(recording.text.utf8))
  }
}
