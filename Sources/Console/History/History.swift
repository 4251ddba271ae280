import Vocabulary

/// What was entered, this session and before: in memory for the prompt, on disk for the next.
final class History {
  private let file: HistoryFile?
  let now: () -> Instant
  private(set) var entries: [HistoryEntry] = []
  /// Whether the person knows that the file does not work: that is said once, not at every input.
  private var hasComplained = false

  /// Without a file nothing outlives the process.
  init(file: HistoryFile?, now: @escaping () -> Instant) {
    self.file = file
    self.now = now
  }

  /// Whether older entries are on disk only.
  private(set) var hasMore = false

  /// Reads the newest of what earlier prompts left; `loadAll` brings the rest when it is wanted.
  func load() throws(ConsoleError) {
    do throws(ConsoleError) {
      guard let file else { return }
      let (newest, isAll) = try file.readNewest()
      entries = newest
      hasMore = !isAll
    } catch {
      hasComplained = true
      throw error
    }
  }

  /// Brings all that is on disk. What cannot be read any more stays there: the newest are here.
  func loadAll() {
    guard hasMore, let file else { return }
    hasMore = false
    let all: [HistoryEntry]
    do { all = try file.read() } catch { return }
    // What is not on disk, since that failed, stays too.
    let known = Set(all.map(\.text))
    entries = all + entries.filter { !known.contains($0.text) }
  }

  /// Keeps an entry for the prompt; one that starts with a space is not kept, as shells have it.
  /// True if it was.
  func add(_ text: String) -> Bool {
    guard !text.hasPrefix(" ") else { return false }
    let entry = HistoryEntry(text: text, enteredAt: now())
    entries.removeAll { $0.text == text }
    entries.append(entry)
    return true
  }

  /// Keeps the newest entry for the prompts that come after this one.
  ///
  /// Errors: only the first time that the file cannot be written; later entries try in silence.
  func save() throws(ConsoleError) {
    guard let entry = entries.last else { return }
    do throws(ConsoleError) { try file?.append(entry) } catch {
      guard !hasComplained else { return }
      hasComplained = true
      throw error
    }
  }

  /// Removes what holds one of these words, here and on disk; the texts that are gone.
  ///
  /// Older entries are looked at for the words as they are, those of this evening for pieces too.
  func forget(_ words: SecretWords) throws(ConsoleError) -> [String] {
    loadAll()
    let recent = Set(entries.suffix(Self.recentEntries).map(\.text))
    let isGone = { (text: String) in
      words.isWhole(in: text) || recent.contains(text) && words.areIn(text)
    }
    let gone = entries.map(\.text).filter(isGone)
    guard !gone.isEmpty else { return [] }
    entries.removeAll { isGone($0.text) }
    try file?.remove(Set(gone))
    return gone
  }

  /// Unit: entries.
  private static let recentEntries = 500

  /// The newest entries that hold `pattern`, the oldest first, each with its number: 1 is the
  /// oldest of all.
  func found(_ pattern: String, limit: Int) -> [(number: Int, entry: HistoryEntry)] {
    loadAll()
    var found: [(number: Int, entry: HistoryEntry)] = []
    for (place, entry) in entries.enumerated().reversed() where found.count < limit {
      if pattern.isEmpty || entry.text.range(ofFirst: pattern) != nil {
        found.append((place + 1, entry))
      }
    }
    return found.reversed()
  }

  /// The entry with that number; nil where there is none.
  func entry(numbered number: Int) -> HistoryEntry? {
    loadAll()
    return entries.indices.contains(number - 1) ? entries[number - 1] : nil
  }
}
