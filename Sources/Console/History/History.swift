import Vocabulary

/// What was entered, this session and before: in memory for the prompt, on disk for the next.
final class History {
  private let file: HistoryFile?
  private let now: () -> Instant
  private(set) var entries: [HistoryEntry] = []

  /// Without a file nothing outlives the process.
  init(file: HistoryFile?, now: @escaping () -> Instant) {
    self.file = file
    self.now = now
  }

  /// Reads what earlier prompts left.
  func load() throws(ConsoleError) {
    if let file { entries = try file.read() }
  }

  /// Keeps an entry; one that starts with a space is not kept, as shells have it. True if it was.
  func add(_ text: String) throws(ConsoleError) -> Bool {
    guard !text.hasPrefix(" ") else { return false }
    let entry = HistoryEntry(text: text, enteredAt: now())
    entries.removeAll { $0.text == text }
    entries.append(entry)
    try file?.append(entry)
    return true
  }

  /// The newest entries that hold `pattern`, the oldest first.
  func found(_ pattern: String, limit: Int) -> ArraySlice<HistoryEntry> {
    let matches = entries.filter { pattern.isEmpty || $0.text.range(ofFirst: pattern) != nil }
    return matches.suffix(limit)
  }
}
