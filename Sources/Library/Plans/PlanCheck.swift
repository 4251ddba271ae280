/// What a plan reads, held against what it claims to cover.
package struct PlanCheck: Sendable, Hashable {
  /// A passage that is read more often than the plan claims.
  package struct Doubled: Sendable, Hashable {
    /// What is read again.
    package let passage: Reference
    /// The days that read it, from 1.
    package let days: [Int]
  }

  /// What the plan claims and does not read, in the order of the canon.
  package let missing: [Reference]
  /// What it reads more often than it claims; without a claim, more than once.
  package let doubled: [Doubled]
  /// What is stored in it and is no passage of the canon.
  package let unreadable: [String]
  /// Verses that it reads at least once.
  package let verseCount: Int

  /// Whether it reads every verse of the Bible.
  package var isWholeBible: Bool { verseCount == Canon.verseCount }
  /// Whether it reads all that it claims.
  package var isComplete: Bool { missing.isEmpty && unreadable.isEmpty }

  /// Compares verse by verse.
  package init(_ plan: Plan) {
    var read = VerseTally()
    for (day, passages) in plan.days.enumerated() {
      for passage in passages { read.add(passage, day: day + 1) }
    }
    var claimed = VerseTally()
    for passage in plan.claim?.passages ?? [] { claimed.add(passage, day: 0) }
    missing = read.passages { verse in read[verse] < claimed[verse] }
    doubled = read.passages { verse in read[verse] > max(1, claimed[verse]) }.map { passage in
      // Each of these days reads all of it: verses of other days are another passage.
      let days = plan.days.indices.filter { day in plan.days[day].contains { $0.overlaps(passage) }
      }
      return Doubled(passage: passage, days: days.map { $0 + 1 })
    }
    unreadable = plan.unreadable
    verseCount = read.verseCount
  }
}

/// How often each verse of the canon is read, and on which days.
private struct VerseTally {
  /// Where each chapter of each book begins in `counts`.
  private let starts: [[Int]]
  private var counts = [Int](repeating: 0, count: Canon.verseCount)
  /// Of each verse one number that stands for its days.
  private var days = [Int](repeating: 0, count: Canon.verseCount)

  init() {
    var place = 0
    starts = Canon.books.map { book in
      book.verses.map { verses in
        defer { place += verses }
        return place
      }
    }
  }

  subscript(verse: Int) -> Int { counts[verse] }

  var verseCount: Int { counts.count { $0 > 0 } }

  mutating func add(_ passage: Reference, day: Int) {
    for verse in place(passage.start.firstVerse)...place(passage.end.lastVerse) {
      counts[verse] += 1
      days[verse] = days[verse] &* 31 &+ day
    }
  }

  /// The verses for which something holds, as the longest passages of one book that they form
  /// and that are read on the same days; whole chapters are named as such.
  func passages(where holds: (Int) -> Bool) -> [Reference] {
    var passages: [Reference] = []
    var pieces: [Reference] = []
    var piecesDays = 0
    func add(_ piece: Reference, _ days: Int) {
      if days != piecesDays {
        passages += PlanRule.joined(pieces)
        pieces = []
      }
      piecesDays = days
      pieces.append(piece)
    }
    for book in Canon.books {
      for chapter in 1...book.chapterCount {
        let first = VersePosition(known: book, chapter, 1)
        let verses = place(first)...place(first) + book.verseCount(ofChapter: chapter) - 1
        let chosen = verses.filter(holds)
        let sameDays = days[verses.lowerBound]
        if chosen.count == verses.count, verses.allSatisfy({ days[$0] == sameDays }) {
          add(Reference(VersePosition(known: book, chapter, 0)), sameDays)
        } else {
          for verse in chosen {
            let number = verse - verses.lowerBound + 1
            add(Reference(VersePosition(known: book, chapter, number)), days[verse])
          }
        }
      }
    }
    return passages + PlanRule.joined(pieces)
  }

  private func place(_ verse: VersePosition) -> Int {
    starts[verse.book.position - 1][verse.chapter - 1] + verse.verse - 1
  }
}
