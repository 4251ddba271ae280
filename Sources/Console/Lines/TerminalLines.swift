import CReadline
import Glibc

/// What the editor asks of the console while a person types.
struct EditorQuestions {
  /// Whether Enter ends the entry.
  let isComplete: (String) -> Bool
  /// The words that may stand at the range (bytes) of the buffer.
  let candidates: (String, Range<Int>) -> [Candidate]

  init(
    isComplete: @escaping (String) -> Bool,
    candidates: @escaping (String, Range<Int>) -> [Candidate]
  ) {
    self.isComplete = isComplete
    self.candidates = candidates
  }
}

/// A terminal with GNU Readline: an entry of many lines is one buffer, edited whole.
final class TerminalLines: LineSource {
  /// Readline calls back through it while a line is read: it lives as long as the editor.
  private let questions: EditorContext

  init(_ questions: EditorQuestions, history: [HistoryEntry]) {
    self.questions = EditorContext(questions)
    cr_open(
      cr_questions(
        context: Unmanaged.passUnretained(self.questions).toOpaque(),
        is_complete: editorIsComplete, complete: editorComplete))
    for entry in history { cr_history_add(entry.text) }
  }

  deinit { cr_close() }

  func next(prompt: String) throws(ConsoleError) -> LineEntry? {
    var text: UnsafeMutablePointer<CChar>?
    var isPasted = false
    let outcome = cr_read(prompt, &text, &isPasted)
    if outcome == CR_FAILED { throw .terminal(reason: systemReason()) }
    guard let text else { return nil }
    defer { cr_release(text) }
    return LineEntry(text: String(cString: text), isTyped: !isPasted)
  }

  func remember(_ text: String) {
    cr_history_forget(text)
    cr_history_add(text)
  }

  func forget(_ text: String) { cr_history_forget(text) }
}

private final class EditorContext {
  let questions: EditorQuestions
  init(_ questions: EditorQuestions) { self.questions = questions }
}

private func editorIsComplete(
  context: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, length: Int
) -> Bool {
  guard let context, let text else { return true }
  let editor = Unmanaged<EditorContext>.fromOpaque(context).takeUnretainedValue()
  return editor.questions.isComplete(String(cString: text))
}

private func editorComplete(
  context: UnsafeMutableRawPointer?, buffer: UnsafePointer<CChar>?, start: Int, end: Int
) {
  guard let context, let buffer, start <= end else { return }
  let editor = Unmanaged<EditorContext>.fromOpaque(context).takeUnretainedValue()
  for candidate in editor.questions.candidates(String(cString: buffer), start..<end) {
    cr_offer(candidate.word, candidate.ending.map { CChar(bitPattern: $0) } ?? 0)
  }
}
