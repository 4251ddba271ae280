/// What became of everything in a file that was imported.
package struct ImportReport: Sendable, Hashable {
  /// What became of the rows of one table.
  package struct Count: Sendable, Hashable {
    /// Rows that are new here.
    package var taken = 0
    /// Rows that were here, and have something of the file now.
    package var changed = 0
    /// Rows that were here just so.
    package var here = 0
    /// Rows of which nothing was taken.
    package var skipped = 0
  }

  /// One piece that was not taken, or not as it stood in the file.
  package struct Line: Sendable, Hashable {
    /// Where it stands.
    package let place: ImportPlace
    /// The table that it is for; nil where nobody can tell.
    package let table: String?
    /// How it begins.
    package let words: String
    /// Why, in words.
    package let reason: String
    /// Whether it was taken all the same.
    package let isTaken: Bool
  }

  /// What the file was read as.
  package let form: ImportForm
  /// By table; "" for pieces that are no row of any.
  package private(set) var counts: [String: Count] = [:]
  /// The first `Limits.reportedRows` pieces of which there is something to say.
  package private(set) var lines: [Line] = []
  /// How many there are more.
  package private(set) var more = 0

  /// Nothing so far.
  package init(form: ImportForm) { self.form = form }

  /// All tables together.
  package var sum: Count {
    counts.values.reduce(into: Count()) { sum, count in
      sum.taken += count.taken
      sum.changed += count.changed
      sum.here += count.here
      sum.skipped += count.skipped
    }
  }

  mutating func count(_ table: String, _ place: WritableKeyPath<Count, Int>) {
    counts[table, default: Count()][keyPath: place] += 1
  }

  mutating func add(_ line: Line, most: Int) {
    if lines.count < most { lines.append(line) } else { more += 1 }
  }

  /// At most 60 characters of a text, on one line.
  static func shortened(_ text: String) -> String {
    var start = String(text.prefix(60))
    if start.utf8.count < text.utf8.count { start += "…" }
    return String(start.map { $0.isNewline ? " " : $0 })
  }
}
