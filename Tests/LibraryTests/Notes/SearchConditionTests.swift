import ChangeQueue
import Store
import Testing
import Vocabulary

@testable import Library

/// `tag:`, `in:` and `color:` in a search.
@Suite struct SearchConditionTests {
  let desk: Desk
  var notes: Notes { desk.notes }

  init() throws {
    desk = try Desk()
    _ = try notes.add("John 3:16", "grace and truth", tags: ["love", "law vs gospel"])
    _ = try notes.add("John 3", "grace in a chapter", tags: ["Love"])
    _ = try notes.add("John 3:20-4:2", "grace in a range")
    _ = try notes.add("1 John 3:16", "truth alone", tags: ["loved"])
    _ = try notes.add("Mark 3:16", "grace 神爱世人", tags: ["names"])
  }

  private func found(_ query: String) throws -> [Int64] {
    try notes.search(query).map(\.note.id).sorted()
  }

  @Test(arguments: [
    ("tag:love", [1, 2]), ("TAG:LOVE", [1, 2]), ("tag:lov", []), ("grace tag:love", [1, 2]),
    ("truth tag:love", [1]), (#"tag:"law vs gospel""#, [1]),
    (#"tag:love tag:"law vs gospel""#, [1]),
    (#"tag:"law vs gospel grace"#, []), ("tag:nothing", []), ("tag:l%", []), ("神 tag:names", [5]),
    ("神 tag:love", []),
  ])
  func `a tag is wanted whole, in any case of ASCII letters`(query: String, ids: [Int64]) throws {
    #expect(try found(query) == ids)
  }

  @Test(arguments: [
    ("in:john", [1, 2, 3]), ("in:1john", [4]), (#"in:"1 john""#, [4]), ("in:john3", [1, 2, 3]),
    (#"in:"john 3""#, [1, 2, 3]), (#"in:"John 4""#, [3]), ("in:john3:16", [1]),
    ("in:jn.3.21", [3]), ("in:mark in:1jn", [4, 5]), (#"in:"mark; 1 jn""#, [4, 5]),
    ("truth in:john", [1]), ("in:mark grace", [5]), ("神 in:mark", [5]), ("神 in:john", []),
    ("in:gen", []), ("IN:John tag:love", [1, 2]), (#"in:"john 3"#, [1, 2, 3]),
  ])
  func `a passage is a book, chapters or verses; of several, one is enough`(
    query: String, ids: [Int64]
  ) throws {
    #expect(try found(query) == ids)
  }

  @Test func `a whole book holds verses of other numberings too`() throws {
    try desk.database.write {
      try desk.database.connection.execute(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('joel 4:1', 'grace elsewhere')")
    }
    #expect(try found("in:joel") == [6])
    #expect(try found("in:joel grace") == [6])
    #expect(try found("in:joel3").isEmpty)
  }

  @Test func `a colour finds what is written about a verse that is highlighted in it`() throws {
    _ = try desk.highlights.set("John 3:16", "gold")
    _ = try desk.highlights.set("John 3:21", "blue")
    _ = try desk.highlights.set("Mark 3:17", "gold")
    #expect(try found("color:gold") == [1, 2])
    #expect(try found("Colour:GOLD") == [1, 2])
    #expect(try found("color:blue") == [2, 3])
    #expect(try found("color:blue color:gold") == [1, 2, 3])
    #expect(try found("color:blue range") == [3])
    #expect(try found("color:gold truth tag:love in:john") == [1])
    #expect(try found("color:teal") == [])
    try desk.highlights.remove("John 3:21")
    #expect(try found("color:blue") == [])
  }

  @Test func `without words the latest edited come first, and a snippet is the beginning`() throws {
    _ = try notes.update(1, .init(text: "grace again " + String(repeating: "and ", count: 90)))
    let hits = try notes.search("in:john", limit: 2)
    #expect(hits.map(\.note.id) == [1, 3])
    #expect(hits[0].snippet.hasPrefix("grace again and") && hits[0].snippet.hasSuffix("…"))
    #expect(hits[1].snippet == "grace in a range")
    #expect(try notes.search("grace in:john3:16")[0].snippet.hasPrefix("[grace] again"))
    try notes.delete(1)
    #expect(try found("tag:love") == [2])
  }

  @Test(arguments: [
    ("in:jonn", "did you mean in:John?"), ("in:nowhere", "in quotes"),
    (#"in:"john 99""#, "King James"), ("in:joel4:1", "King James numbering"),
    ("color:golden", "did you mean color:gold?"), ("grace color:red", "gold, blue"),
  ])
  func `a book or a colour that is none says so, with what was probably meant`(
    query: String, hint: String
  ) throws {
    let error = #expect(throws: LibraryError.self) { try notes.search(query) }
    #expect(error?.code == "library.bad_search")
    #expect(error?.hint?.contains(hint) == true, "\(error?.hint ?? "")")
    #expect(error?.hint?.contains("in quotes") == true, "\(error?.hint ?? "")")
    let word = query.split(separator: " ").last { $0.contains(":") }.map(String.init) ?? ""
    #expect(error?.summary.hasPrefix(word.prefix(8)) == true, "\(error?.summary ?? "")")
  }

  @Test(arguments: [
    "in:", "tag:", "color:", "in: john", "tag: love", #"in:"""#, #"tag:" ""#, #""in:jonn""#,
    #""color:golden grace""#, "author:paul", "in:\u{301}", "a\"\u{301}b", "\"\u{301}\"",
    "x\"\u{301}",
    "tag:\0", "tag:\"\\%_'", "tag:'", ":", "::", "tag::", "-in:john",
  ])
  func `what only looks like a condition is searched as words`(query: String) throws {
    _ = try notes.search(query)
  }

  @Test func `words after an empty condition count`() throws {
    #expect(try found("in: chapter") == [2])
    #expect(try found(#"tag:"" truth"#) == [1, 4])
    #expect(try found(#""in a range""#) == [3])
  }

  @Test func `thousands of words and conditions are one search`() throws {
    let tags = (0..<3_000).map { "tag:t\($0)" }.joined(separator: " ")
    let words = (0..<3_000).map { "w\($0)" }.joined(separator: " ")
    #expect(try found(tags) == [])
    #expect(try found(words) == [])
    // Every other verse, so that no two are one range.
    let verses = [1, 2, 43].flatMap { position in
      let book = Canon.books[position - 1]
      return (1...book.chapterCount).flatMap { chapter in
        stride(from: 2, through: book.verseCount(ofChapter: chapter), by: 2).map { verse in
          "\(book.name) \(chapter):\(verse)"
        }
      }
    }
    #expect(verses.count > 1_500)
    let conditions = verses.map { "in:\"\($0)\"" }.joined(separator: " ")
    #expect(try found(conditions) == [1, 3])
    let list = verses.joined(separator: "; ")
    #expect(try notes.find(NoteFilter { $0.passage.ref = list }).map(\.id) == [1, 3])
  }

  @Test func `noise of all that means something is no danger`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("search: noise seed=\(seed)")
    let chance = SeededSurroundings(seed: seed)
    let parts = [
      "in:", "tag:", "color:", "john", "3", ":", "16", "\"", " ", " ", "*", "gold", "love", "grace",
      "神", "🙏", "\u{301}", "\0", "'", "%", "(", ")", "AND", "NEAR", "-", "^", "\\", "\n", "\u{a0}",
    ]
    for _ in 0..<2_000 {
      var query = ""
      for _ in 0..<(1 + Int(chance.random() % 12)) {
        query += parts[Int(chance.random() % UInt64(parts.count))]
      }
      do { _ = try notes.search(query) } catch let error as LibraryError {
        #expect(error.code == "library.bad_search", "seed=\(seed): \(query.debugDescription)")
      }
    }
  }
}
