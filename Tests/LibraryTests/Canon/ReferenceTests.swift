import Library
import Testing

@Suite struct ReferenceTests {
  @Test func `every verse and chapter is read back from its stored form, in verse order`() throws {
    var last: Int64 = 0
    for book in Canon.books {
      for chapter in 1...book.chapterCount {
        for verse in 0...book.verseCount(ofChapter: chapter) {
          let position = try VersePosition(book, chapter, verse == 0 ? nil : verse)
          let reference = Reference(position)
          #expect(Reference(canonical: reference.text) == reference)
          #expect(position.key > last)
          last = position.key
        }
      }
    }
  }

  @Test(
    arguments: [
      ("john 3:16", 43_003_016), ("john 3", 43_003_000), ("john 3:16-18", 43_003_016),
      ("john 3:16-4:2", 43_003_016), ("john 3-4", 43_003_000), ("1_john 3:1", 62_003_001),
    ] as [(String, Int64)])
  func `the stored forms keep their text and sort by their start`(text: String, key: Int64) throws {
    let reference = try #require(Reference(canonical: text))
    #expect(reference.text == text)
    #expect(reference.key == key)
  }

  @Test(
    arguments: [
      "", "john", "john ", "john 3:", "john 3:16-", "john  3:16", " john 3:16", "john 3:16 ",
      "John 3:16", "jn 3:16", "john 03:16", "john 3:016", "john 3:0", "john 0", "john 22",
      "john 3:37", "john 3:16-16", "john 3:18-16", "john 3:16-37", "john 3:16-2:1", "john 3-3",
      "john 4-3", "john 3-4:2", "john 3-22", "john 3:16-3:18", "john 3:16-22:1", "john 3_16",
      "john 3:16,17", "john 99999999999999999999:1", "genesis_1:3", "genesis:1:3",
    ])
  func `no other text is a stored form`(text: String) {
    #expect(Reference(canonical: text) == nil)
  }

  @Test func `a mark on one verse is not found by the beginning of its address`() throws {
    func reference(_ text: String) throws -> Reference { try ReferenceParser.parseOne(text) }
    let chapter3 = try reference("John 3")
    #expect(try chapter3.contains(reference("John 3:16")))
    #expect(try !reference("John 3:1").overlaps(reference("John 3:16")))
    #expect(try !reference("John 1").overlaps(reference("John 13:1")))
    #expect(try !reference("John").overlaps(reference("1 John 3:1")))
    #expect(try reference("John 3:16-4:2").overlaps(reference("John 4")))
    #expect(try !reference("John 3:16-18").contains(reference("John 3")))
    #expect(chapter3.keys == 43_003_000...43_003_999)
    #expect(chapter3.verseCount == 36)
    #expect(try reference("John 3:16-4:2").verseCount == 23)
  }

  @Test func `a range in reverse or of two books is refused`() throws {
    let john = try Canon.book(named: "john")
    let acts = try Canon.book(named: "acts")
    let one = try VersePosition(john, 3, 16)
    let other = try VersePosition(john, 3, 1)
    #expect(throws: LibraryError.self) { try Reference(from: one, to: other) }
    #expect(throws: LibraryError.self) { try Reference(from: one, to: VersePosition(acts, 1)) }
    #expect(try Reference(from: other, to: VersePosition(john, 3)).text == "john 3:1-36")
  }
}
