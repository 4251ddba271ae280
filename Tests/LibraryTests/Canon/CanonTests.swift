import Library
import Schema
import Testing

@Suite struct CanonTests {
  @Test func `the canon holds 66 books, 1189 chapters and 31102 verses`() {
    #expect(Canon.books.count == 66)
    #expect(Canon.books.reduce(0) { $0 + $1.chapterCount } == Canon.chapterCount)
    #expect(Canon.books.flatMap(\.verses).reduce(0, +) == Canon.verseCount)
    #expect(Testament.old.chapterCount == 929)
    #expect(Testament.new.chapterCount == 260)
  }

  @Test func `books stand in the order in which the database sorts them`() {
    #expect(Canon.books.map(\.id) == Catalog.bookIDs)
  }

  @Test func `the edges of the canon are where they should be`() throws {
    let psalms = try Canon.book(named: "psalms")
    #expect(psalms.verseCount(ofChapter: 119) == 176)
    #expect(psalms.verseCount(ofChapter: 117) == 2)
    #expect(psalms.verseCount(ofChapter: 151) == 0)
    #expect(psalms.verseCount(ofChapter: 0) == 0)
    let short = Canon.books.filter(\.hasOneChapter).map(\.id)
    #expect(short == ["obadiah", "philemon", "2_john", "3_john", "jude"])
  }

  @Test func `every book is found by its id, names and abbreviations`() throws {
    for book in Canon.books {
      for name in [book.id, book.osis, book.usfm, book.name, book.shortName] {
        #expect(try Canon.book(named: name) == book, "\(name)")
        #expect(try Canon.book(named: name.uppercased()) == book, "\(name)")
        #expect(try Canon.book(named: " \(name).") == book, "\(name)")
        #expect(try Canon.book(named: name.filter { $0 != " " }) == book, "\(name)")
      }
      #expect(Canon.book(id: book.id) == book)
    }
  }

  @Test(
    arguments: [
      ("First Samuel", "1_samuel"), ("II. Kgs", "2_kings"), ("2nd Chron.", "2_chronicles"),
      ("iiijohn", "3_john"), ("IISam", "2_samuel"), ("FirstJohn", "1_john"), ("1stjohn", "1_john"),
      ("jud", "jude"), ("judg", "judges"), ("jg", "judges"), ("phil", "philippians"),
      ("php", "philippians"), ("phlm", "philemon"), ("phm", "philemon"), ("Philem", "philemon"),
      ("jon", "jonah"), ("jn", "john"), ("is", "isaiah"), ("am", "amos"), ("ss", "song_of_solomon"),
      ("Song of Songs", "song_of_solomon"), ("Canticles", "song_of_solomon"),
      ("Qoheleth", "ecclesiastes"), ("Acts of the Apostles", "acts"), ("apocalypse", "revelation"),
      ("The Gospel according to St. John", "john"), ("Epistle to the Romans", "romans"),
      ("The First Epistle of Peter", "1_peter"), ("Deuteronmy", "deuteronomy"),
      ("Habbakkuk", "habakkuk"), ("Collosians", "colossians"), ("Genes", "genesis"),
    ])
  func `usual ways to call a book are understood`(name: String, id: String) throws {
    #expect(try Canon.book(named: name).id == id)
  }

  @Test(
    arguments: [
      ("Jonn", "did you mean John?"), ("Mask", "did you mean Mark?"), ("Judith", nil),
      ("Tobit", nil), ("1 Könige", nil), ("4 Kings", "did you mean 1 Kings?"), ("Hezekiah", nil),
      ("Xyz", nil),
    ] as [(String, String?)])
  func `an unknown book is refused with the nearest name`(name: String, hint: String?) {
    let general = "books are named as in English Bibles, Genesis to Revelation"
    let error = #expect(throws: LibraryError.self) { try Canon.book(named: name) }
    #expect(error?.code == "library.unknown_book")
    #expect(error?.hint == hint ?? general)
  }

  @Test func `every verse of another numbering has a place in ours`() {
    var count = 0
    for book in Canon.books {
      for chapter in 1...book.chapterCount + 1 {
        let last = book.verseCount(ofChapter: chapter)
        for verse in last + 1...last + 40 {
          do throws(LibraryError) {
            _ = try VersePosition(book, chapter, verse)
            Issue.record("\(book.name) \(chapter):\(verse) should not exist")
          } catch .badReference(_, .otherNumbering(_, _, _, let here)) {
            count += 1
            #expect(Reference(canonical: Reference(here).text) == Reference(here))
            #expect(here.book == book)
          } catch {
            #expect(error.code == "library.beyond_canon")
          }
        }
      }
    }
    #expect(count == 203)
  }
}
