extension Catalog {
  /// The ids of the 66 books, in the order of the canon.
  package static let bookIDs: [String] = """
    genesis exodus leviticus numbers deuteronomy joshua judges ruth 1_samuel 2_samuel 1_kings
    2_kings 1_chronicles 2_chronicles ezra nehemiah esther job psalms proverbs ecclesiastes
    song_of_solomon isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah micah
    nahum habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans
    1_corinthians 2_corinthians galatians ephesians philippians colossians 1_thessalonians
    2_thessalonians 1_timothy 2_timothy titus philemon hebrews james 1_peter 2_peter 1_john 2_john
    3_john jude revelation
    """.split { $0.isWhitespace }.map(String.init)

  /// An SQL expression that sorts canonical references in verse order:
  /// book × 1,000,000 + chapter × 1,000 + verse; verse 0 for a whole chapter, book 999 if unknown.
  ///
  /// An expression, not a function, so that every tool can write the table. Rows are found by an
  /// index of it, which only the very same expression uses. Why no generated column: SQLite would
  /// compute it for each trigger that runs before a write.
  package static func verseKey(_ column: String) -> String {
    let place = "substr(\(column), instr(\(column), ' ') + 1)"
    return """
      CASE substr(\(column), 1, 1) \(books(column)) ELSE 999 END * 1000000 \
      + CAST(\(place) AS INTEGER) * 1000 \
      + CASE WHEN instr(\(column), ':') > 0 \
      THEN CAST(substr(\(column), instr(\(column), ':') + 1) AS INTEGER) ELSE 0 END
      """
  }

  /// By the first letter, then by the whole name: a fifth of the comparisons.
  private static func books(_ column: String) -> String {
    var letters: [(Character, [String])] = []
    for (place, book) in bookIDs.enumerated() {
      let first = book.first ?? " "
      let clause = "WHEN '\(book)' THEN \(place + 1)"
      if let known = letters.firstIndex(where: { $0.0 == first }) {
        letters[known].1.append(clause)
      } else {
        letters.append((first, [clause]))
      }
    }
    return letters.map { first, clauses in
      """
      WHEN '\(first)' THEN CASE substr(\(column), 1, instr(\(column), ' ') - 1) \
      \(clauses.joined(separator: " ")) ELSE 999 END
      """
    }.joined(separator: " ")
  }
}
