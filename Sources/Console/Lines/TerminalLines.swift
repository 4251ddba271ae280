import CReadline
import Glibc

/// What the editor asks of the console while a person types.
struct EditorQuestions {
  /// Whether Enter ends the entry.
  let isComplete: (String) -> Bool
  /// The words that may stand at the range (bytes) of the buffer.
  let candidates: (String, Range<Int>) -> [Candidate]
  /// All entries of the history, where the editor has the newest only; nil where it has all.
  let olderHistory: () -> [HistoryEntry]?
  /// How each byte of the buffer is drawn, with the cursor before that byte.
  let styles: (UnsafeRawBufferPointer, Int) -> [Highlighting.Style]

  init(
    isComplete: @escaping (String) -> Bool,
    candidates: @escaping (String, Range<Int>) -> [Candidate],
    olderHistory: @escaping () -> [HistoryEntry]?,
    styles: @escaping (UnsafeRawBufferPointer, Int) -> [Highlighting.Style]
  ) {
    self.isComplete = isComplete
    self.candidates = candidates
    self.olderHistory = olderHistory
    self.styles = styles
  }
}

/// A terminal with GNU Readline: an entry of many lines is one buffer, edited whole.
final class TerminalLines: LineSource {
  /// Readline calls back through it while a line is read: it lives as long as the editor.
  private let questions: EditorContext
  private let isColored: Bool

  init(_ questions: EditorQuestions, history: [HistoryEntry], isColored: Bool) {
    self.questions = EditorContext(questions)
    self.isColored = isColored
    cr_open(
      cr_questions(
        context: Unmanaged.passUnretained(self.questions).toOpaque(),
        is_complete: editorIsComplete, complete: editorComplete, classify: editorClassify,
        recall: editorRecall),
      isColored)
    for entry in history { cr_history_add(entry.text) }
  }

  deinit { cr_close() }

  func next(prompt: String) throws(ConsoleError) -> LineEntry? {
    var text: UnsafeMutablePointer<CChar>?
    var isPasted = false
    let outcome = cr_read(
      PromptStyles.marked(prompt, isColored: isColored), &text, &isPasted)
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
    cr_offer(
      candidate.word, candidate.ending.map { CChar(bitPattern: $0) } ?? 0,
      candidate.note.map { Escaping.visible($0, isOneLine: true) })
  }
}

/// Puts the whole history in the place of its newest part; how many entries that is.
private func editorRecall(context: UnsafeMutableRawPointer?) -> Int {
  guard let context else { return 0 }
  let editor = Unmanaged<EditorContext>.fromOpaque(context).takeUnretainedValue()
  guard let entries = editor.questions.olderHistory() else { return 0 }
  cr_history_clear()
  for entry in entries { cr_history_add(entry.text) }
  return entries.count
}

private func editorClassify(
  context: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, length: Int, point: Int,
  classes: UnsafeMutablePointer<CChar>?
) {
  guard let context, let text, let classes else { return }
  let editor = Unmanaged<EditorContext>.fromOpaque(context).takeUnretainedValue()
  let bytes = UnsafeRawBufferPointer(start: text, count: length)
  for (place, style) in editor.questions.styles(bytes, point).prefix(length).enumerated() {
    classes[place] = CChar(style.rawValue)
  }
}
