/// A word that completion offers.
struct Candidate: Sendable, Hashable {
  let word: String
  /// The sign that follows it if it is the only one: `(` after a function. Unit: one ASCII byte.
  let ending: UInt8?
  /// What it is, in a word or a few; nil for nothing.
  let note: String?

  init(_ word: String, ending: UInt8? = nil, note: String? = nil) {
    self.word = word
    self.ending = ending
    self.note = note
  }
}
