/// One line of what `lectern doctor` found. No secret is ever in it.
package struct Finding: Sendable, Hashable {
  /// How it stands with what was looked at.
  package enum Verdict: String, Sendable {
    case fine = "ok"
    /// Nothing is broken, and it may be as it is wanted.
    case note
    /// Somebody has to do something.
    case wrong
  }

  /// What was looked at: `file`, `triggers`, `queue`, …
  package let area: String
  /// How it stands with it.
  package let verdict: Verdict
  /// What was found.
  package let text: String
  /// What to do about it; nil where nothing is to be done.
  package let cure: String?

  private init(_ area: String, _ verdict: Verdict, _ text: String, cure: String?) {
    self.area = area
    self.verdict = verdict
    self.text = text
    self.cure = cure
  }

  /// All is well.
  package static func fine(_ area: String, _ text: String) -> Finding {
    Finding(area, .fine, text, cure: nil)
  }

  /// Worth to be known.
  package static func note(_ area: String, _ text: String, cure: String? = nil) -> Finding {
    Finding(area, .note, text, cure: cure)
  }

  /// Not as it should be.
  package static func wrong(_ area: String, _ text: String, cure: String?) -> Finding {
    Finding(area, .wrong, text, cure: cure)
  }
}

/// `1 row`, `2 rows`.
func counted(_ number: Int64, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
