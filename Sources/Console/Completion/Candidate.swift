/// A word that completion offers.
package struct Candidate: Sendable, Hashable {
  package let word: String
  /// The sign that follows it if it is the only one: `(` after a function. Unit: one ASCII byte.
  package let ending: UInt8?

  package init(_ word: String, ending: UInt8? = nil) {
    self.word = word
    self.ending = ending
  }
}
