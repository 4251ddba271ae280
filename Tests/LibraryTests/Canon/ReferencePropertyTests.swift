import Library
import Testing

/// A small generator (SplitMix64), so that a seed gives the same run on every machine.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  mutating func position(in book: Book, isChapter: Bool) throws -> VersePosition {
    // Edges often: neighbours and whole books are where lists go wrong.
    let chapters = [1, min(2, book.chapterCount), book.chapterCount]
    let chapter =
      Bool.random(using: &self)
      ? Int.random(in: 1...book.chapterCount, using: &self)
      : chapters.randomElement(using: &self) ?? 1
    if isChapter { return try VersePosition(book, chapter) }
    let last = book.verseCount(ofChapter: chapter)
    let verses = [1, 2, last - 1, last]
    let verse =
      Bool.random(using: &self)
      ? Int.random(in: 1...last, using: &self) : verses.randomElement(using: &self) ?? 1
    return try VersePosition(book, chapter, max(1, verse))
  }

  mutating func reference(near last: Reference?) throws -> Reference {
    var book = Canon.books.randomElement(using: &self) ?? Canon.books[0]
    if let last, Int.random(in: 0..<4, using: &self) > 0 {
      let step = Int.random(in: 0...5, using: &self) == 0 ? 1 : 0
      book = Book(position: min(last.book.position + step, 66)) ?? book
    }
    let isChapter = Int.random(in: 0..<3, using: &self) == 0
    let one = try position(in: book, isChapter: isChapter)
    guard Bool.random(using: &self) else { return Reference(one) }
    let other = try position(in: book, isChapter: isChapter)
    return try Reference(from: min(one, other), to: max(one, other))
  }

  mutating func list() throws -> [Reference] {
    var list: [Reference] = []
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      list.append(try reference(near: list.last))
    }
    return list
  }
}

@Suite struct ReferencePropertyTests {
  /// Texts as most people write them are read by a way of their own; a full stop leaves it.
  @Test func `the short way of reading gives what the long one gives`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("references: short way seed=\(seed)")
    for seed in [1, seed] {
      var chance = Chance(state: seed)
      for _ in 0..<2_000 {
        let reference = try chance.reference(near: nil)
        let place = reference.text.drop { $0 != " " }
        for name in [reference.book.name, reference.book.id, reference.book.name.uppercased()] {
          let text = name + place
          #expect(try ReferenceParser.parse(text) == ReferenceParser.parse(text + "."), "\(text)")
        }
      }
    }
  }

  @Test func `parsing what was formatted gives the same list, in every style`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("references: round trip seed=\(seed)")
    for seed in [1, seed] {
      var chance = Chance(state: seed)
      for _ in 0..<500 {
        let list = try chance.list()
        for style in ReferenceStyle.allCases {
          let text = ReferenceParser.format(list, style)
          #expect(try ReferenceParser.parse(text) == list, "seed=\(seed) \(style): \(text)")
        }
      }
    }
  }

  @Test func `no text makes the parser stumble, and what is found lies in the text`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("references: noise seed=\(seed)")
    var chance = Chance(state: seed)
    let parts = [
      "John", "1", "3", "16", ":", ".", ",", ";", "-", "–", " ", " ", "(", ")", "ff", "f", "v",
      "ch",
      "and", "to", "II", "1st", "Psalm", "Jude", "xvi", "end", "cf", "é", "\u{a0}", "0",
      "99999999999",
      "Gen", "2 Sam", "a", "NIV", "&", "_", "\0", "😀",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &chance) {
        text += parts.randomElement(using: &chance) ?? ""
      }
      let count = text.utf8.count
      for found in ReferenceParser.find(text) {
        #expect(0 <= found.start && found.start < found.end && found.end <= count, "\(text)")
        #expect(Reference(canonical: found.reference.text) == found.reference, "\(text)")
      }
      do {
        let parsed = try ReferenceParser.parse(text)
        #expect(!parsed.isEmpty, "\(text)")
      } catch {
        #expect(!error.summary.isEmpty)
      }
    }
  }
}
