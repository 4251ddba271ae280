/// What somebody last said of each note, whoever it was: while clocks agree and nothing that was
/// written goes with a disk, a cloud or an edit that is given up, that is what must stand.
struct LastWords {
  /// The last words on one note.
  struct Word {
    /// Nil where nobody wrote it since words were forgotten.
    var text: String?
    var isAlive = true
    /// By name: whether it is on.
    var tags: [String: Bool] = [:]
  }

  /// By cloud id.
  private(set) var notes: [String: Word] = [:]
  /// By cloud id: the text, where the last that said that the note lives wrote it.
  private(set) var lastTexts: [String: String] = [:]
  /// Clocks that disagreed once may do so for ever: a stamp of then may come later than any other.
  private(set) var haveClocksAgreed = true

  /// Somebody wrote the note, which also says that it lives.
  mutating func write(_ note: String, _ text: String) {
    live(note)
    notes[note]?.text = text
    lastTexts[note] = text
  }

  mutating func tag(_ note: String, _ tag: String, isOn: Bool) {
    live(note)
    notes[note]?.tags[tag] = isOn
  }

  mutating func live(_ note: String) {
    notes[note, default: Word()].isAlive = true
    lastTexts[note] = nil
  }

  mutating func delete(_ note: String) { notes[note, default: Word()].isAlive = false }

  /// What was said so far may be gone.
  mutating func forget() { notes = [:] }

  mutating func noteSkew() { haveClocksAgreed = false }
}
