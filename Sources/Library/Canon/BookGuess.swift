/// Finds the book that an unlisted word names: a beginning of a name, a name with slips, or one
/// written together with its number.
enum BookGuess {
  /// The book, or nil where there is none or more than one.
  ///
  /// `ordinal` is the number before the word, if there was one.
  static func book(_ word: [UInt8], ordinal: Int?) -> Book? {
    guard word.count <= 24 else { return nil }
    return written(together: word, ordinal) ?? beginning(word, ordinal) ?? slipped(word, ordinal)
  }

  /// The book with the most similar name, for a question to the person.
  static func nearest(to name: String) -> Book? {
    guard let nearest = Likeness.nearest(to: name, among: Canon.books.map(\.name)) else {
      let letters = name.lowercased()
      return Canon.books.first { $0.id.hasPrefix(letters) }
    }
    return Canon.books.first { $0.name == nearest }
  }

  /// `iisam`, `firstjohn`, or `stjohn` after a 1.
  private static func written(together word: [UInt8], _ ordinal: Int?) -> Book? {
    let marks = ordinal == nil ? ordinalMarks : suffixMarks
    for (mark, number) in marks where word.starts(with: mark.utf8) && word.count > mark.utf8.count {
      let rest = Lexicon.shared[WordHash(of: word.dropFirst(mark.utf8.count))]
      if let book = rest.book(numbered: ordinal ?? number) { return book }
    }
    return nil
  }

  private static let ordinalMarks = [
    ("iii", 3), ("ii", 2), ("i", 1), ("first", 1), ("second", 2), ("third", 3),
  ]
  private static let suffixMarks = [("st", 1), ("nd", 2), ("rd", 3)]

  private static func beginning(_ word: [UInt8], _ ordinal: Int?) -> Book? {
    guard word.count >= (ordinal == nil ? 4 : 3) else { return nil }
    return only(names.filter { $0.letters.starts(with: word) }.map { ($0, 0) }, ordinal)
  }

  private static func slipped(_ word: [UInt8], _ ordinal: Int?) -> Book? {
    guard word.count >= 5 else { return nil }
    var near: [(Name, Int)] = []
    for name in names where name.letters.first == word.first {
      let limit = allowedSlips(min(name.letters.count, word.count + 1))
      if let distance = Likeness.distance(word, name.letters, limit: limit) {
        near.append((name, distance))
      }
    }
    return only(near, ordinal)
  }

  /// Why: short names are a slip away from common words (`like`, `mask`).
  private static func allowedSlips(_ length: Int) -> Int {
    switch length {
    case ..<5: 0
    case 5, 6: 1
    case 7, 8: 2
    default: 3
    }
  }

  /// The single nearest name that fits the number, as a book.
  private static func only(_ near: [(Name, Int)], _ ordinal: Int?) -> Book? {
    let fitting = near.filter { ordinal == nil || $0.0.count >= ordinal ?? 1 }
    guard let best = fitting.min(by: { $0.1 < $1.1 }) else { return nil }
    let isTied = fitting.contains { $0.0.first != best.0.first && $0.1 == best.1 }
    return isTied ? nil : Book(known: best.0.first + (ordinal ?? 1) - 1)
  }

  /// A name without its number, and how many books are numbered so (0: none).
  private struct Name: Sendable {
    var letters: [UInt8]
    var first: Int
    var count: Int
  }

  private static let names: [Name] = {
    var names: [Name] = []
    for book in Canon.books {
      let letters = book.name.lowercased().utf8.filter { (0x61...0x7a).contains($0) }
      if book.name.hasPrefix("2") || book.name.hasPrefix("3") {
        names[names.count - 1].count += 1
      } else {
        names.append(
          Name(
            letters: Array(letters), first: book.position, count: book.name.hasPrefix("1") ? 1 : 0))
      }
    }
    return names
  }()
}
