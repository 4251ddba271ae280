/// What a word may mean in a reference.
struct WordMeaning: Sendable, Equatable {
  /// The position of the book called so; 0 for none.
  var book: UInt8 = 0
  /// The position of the first book called so after a number (`2 Sam`); 0 for none.
  var family: UInt8 = 0
  var caution: Caution = .none
  var roles: WordRoles = []

  /// How much more than the word is needed before running text is taken to name a book.
  enum Caution: UInt8, Sendable, Comparable {
    case none
    /// A capital, or chapter and verse.
    case word
    /// A capital, and a dot or chapter and verse.
    case short
    /// A capital, and chapter and verse.
    case exact

    static func < (one: Caution, other: Caution) -> Bool { one.rawValue < other.rawValue }
  }

  /// Whether nothing is known of the word.
  var isUnknown: Bool {
    book == 0 && family == 0 && roles.subtracting([.counted, .numbering]).isEmpty
  }

  /// Whether the word lacks the number that the book's name has.
  var lacksNumber: Bool { book != 0 && book == family }

  /// The book called so after the number.
  func book(numbered number: Int) -> Book? {
    guard family > 0, number <= (family == Lexicon.johnFamily ? 3 : 2) else { return nil }
    return Book(known: Int(family) + number - 1)
  }
}

/// What a word does in a reference besides naming a book.
struct WordRoles: OptionSet, Sendable {
  var rawValue: UInt32

  static let range = WordRoles(rawValue: 1 << 0)
  static let list = WordRoles(rawValue: 1 << 1)
  static let compare = WordRoles(rawValue: 1 << 2)
  static let chapter = WordRoles(rawValue: 1 << 3)
  static let verse = WordRoles(rawValue: 1 << 4)
  static let next = WordRoles(rawValue: 1 << 5)
  static let rest = WordRoles(rawValue: 1 << 6)
  static let part = WordRoles(rawValue: 1 << 7)
  static let first = WordRoles(rawValue: 1 << 8)
  static let second = WordRoles(rawValue: 1 << 9)
  static let third = WordRoles(rawValue: 1 << 10)
  static let ordinal = WordRoles(rawValue: 1 << 11)
  static let lead = WordRoles(rawValue: 1 << 12)
  static let of = WordRoles(rawValue: 1 << 13)
  static let end = WordRoles(rawValue: 1 << 14)
  static let translation = WordRoles(rawValue: 1 << 15)
  static let stranger = WordRoles(rawValue: 1 << 16)
  static let writing = WordRoles(rawValue: 1 << 17)
  static let counted = WordRoles(rawValue: 1 << 18)
  static let numbering = WordRoles(rawValue: 1 << 19)

  static let names: [String: WordRoles] = [
    "range": .range, "list": .list, "compare": .compare, "chapter": .chapter, "verse": .verse,
    "next": .next, "rest": .rest, "part": .part, "first": .first, "second": .second,
    "third": .third, "ordinal": .ordinal, "lead": .lead, "of": .of, "end": .end,
    "translation": .translation,
    "writing": .writing, "stranger": .stranger, "counted": .counted,
    "numbering": .numbering,
  ]
}

/// Every word that references are made of, by its letters in lower case.
struct Lexicon: Sendable {
  static let shared = Lexicon()
  static let johnFamily: UInt8 = 62
  static let ezra: UInt8 = 15

  private var meanings: [WordHash: WordMeaning] = [:]
  private var tails: [Book: Set<WordHash>] = [:]

  subscript(hash: WordHash) -> WordMeaning { meanings[hash] ?? WordMeaning() }

  /// Whether the word may follow the book's name and `of`: the Song *of Solomon*.
  func isTail(_ hash: WordHash, of book: Book) -> Bool { tails[book]?.contains(hash) == true }

  private init() {
    meanings.reserveCapacity(1_500)
    for book in Canon.books {
      for name in [book.name, book.osis, book.usfm, book.shortName, book.id] {
        let letters = name.utf8.lazy.map { $0 | 0x20 }.filter { (0x61...0x7a).contains($0) }
        addName(WordHash(of: letters), letters, of: book)
      }
    }
    Self.read(LexiconText.names) { first, word, letters in
      addName(word, letters, of: Self.book(first))
    }
    Self.read(LexiconText.tails) { first, word, _ in
      tails[Self.book(first), default: []].insert(word)
    }
    Self.read(LexiconText.roles) { first, word, _ in
      guard let role = WordRoles.names[String(decoding: first, as: UTF8.self)] else {
        preconditionFailure("a line of roles begins with a role")
      }
      meanings[word, default: .init()].roles.insert(role)
    }
    Self.read(LexiconText.cautious) { _, word, _ in meanings[word]?.caution = .word }
    Self.read(LexiconText.risky) { _, word, _ in meanings[word]?.caution = .short }
    Self.read(LexiconText.counts) { _, word, _ in meanings[word]?.caution = .exact }
  }

  /// A name of one word. Without its number a long one (`corinthians`) means the first book.
  private mutating func addName(_ word: WordHash, _ letters: some Sequence<UInt8>, of book: Book) {
    var meaning = meanings[word] ?? WordMeaning()
    var length = 0
    var hasVowel = false
    for letter in letters {
      length += 1
      hasVowel = hasVowel || Self.vowels.utf8.contains(letter)
    }
    if let ordinal = book.ordinal {
      meaning.family = UInt8(book.position - ordinal + 1)
      if length >= 5, meaning.book == 0 {
        meaning.book = meaning.family
        meaning.caution = .exact
      }
    } else {
      meaning.book = UInt8(book.position)
    }
    if length == 1 { meaning.caution = .exact }
    if length == 2, hasVowel { meaning.caution = .word }
    meanings[word] = meaning
  }

  private static let vowels = "aeiouy"

  private static func book(_ id: UnsafeBufferPointer<UInt8>.SubSequence) -> Book {
    guard let book = Canon.table.book(idHash: WordHash(of: id)) else {
      preconditionFailure("a line begins with a book's id")
    }
    return book
  }

  /// Gives every word of a table but the first of each line, with that first one.
  private static func read(
    _ text: StaticString,
    _ each: (
      _ first: UnsafeBufferPointer<UInt8>.SubSequence, _ word: WordHash,
      _ letters: UnsafeBufferPointer<UInt8>.SubSequence
    ) -> Void
  ) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      for word in words.dropFirst() { each(words[0], WordHash(of: word), word) }
    }
  }
}
