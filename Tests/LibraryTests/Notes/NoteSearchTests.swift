import ChangeQueue
import Store
import Support
import Testing

@testable import Library

@Suite struct NoteSearchTests {
  let desk: Desk
  var notes: Notes { desk.notes }

  init() throws { desk = try Desk() }

  private func found(_ query: String, in notes: Notes? = nil) throws -> [Int64] {
    try (notes ?? self.notes).search(query).map(\.note.id).sorted()
  }

  @Test func `all words must be there, in any order and case`() throws {
    _ = try notes.add("John 3:16", "God so loved the world")
    _ = try notes.add("John 3:17", "the world through him")
    #expect(try found("WORLD the") == [1, 2])
    #expect(try found("world loved") == [1])
    #expect(try found("\"the world\"") == [1, 2])
    #expect(try found("\"world the\"") == [])
    #expect(try found("lov*") == [1])
    #expect(try found("lov") == [])
    #expect(try notes.search("world", limit: 1).count == 1)
    #expect(try notes.search("loved")[0].snippet == "God so [loved] the world")
  }

  @Test(
    arguments: [
      "God's", "3:16", "multi-agent", "\"", "\"\"", "*", "NEAR(", "a AND", "", " ", "AND", "OR",
      "NOT",
      "a OR b", "note_text:x", "^a", "(a", "a)", "{a}", "-a", "+a", "a+b", "a:b", "'", "\\", "%",
      "_",
      "\0", "a\0b", "\u{1F600}", "\"a", "a\"b\"c", "* *", "NEAR(a b, 5)", "a*b*", "\u{301}", ";--",
    ])
  func `no text can break a search`(query: String) throws {
    _ = try notes.add("John 3:16", "God's word 3:16 multi-agent a b note_text x")
    _ = try notes.search(query)
  }

  @Test func `signs are taken literally`() throws {
    _ = try notes.add("John 3:16", "God's word at 3:16, multi-agent; λόγος Ёлка")
    for query in ["God's", "3:16", "multi-agent", "ΛΌΓΟΣ", "ёлка", "word-at"] {
      #expect(try found(query) == [1], "\(query)")
    }
    #expect(try found("3:17") == [])
    #expect(try found("* word . -- 3") == [1])
    #expect(try found("* . --") == [])
    #expect(try found("AND") == [])
  }

  @Test func `words are found with and without their accents`() throws {
    _ = try notes.add("John 1:1", "ἐν ἀρχῇ ἦν ὁ λόγος, café, Noël, naïve")
    for query in ["λόγος", "ΛΌΓΟΣ", "ἀρχῇ", "cafe", "CAFÉ", "cafe\u{301}", "noel", "Noël", "nai*"] {
      #expect(try found(query) == [1], "\(query)")
    }
    #expect(try found("caff") == [])
  }

  @Test func `scripts without spaces and emoji are found anywhere in a text`() throws {
    _ = try notes.add("John 3:16", "神爱世人，甚至将他的独生子赐给他们 100%")
    _ = try notes.add("John 3:17", "太初に言があった pray 🙏🏽 ❤️")
    _ = try notes.add("John 3:18", "하나님이 세상을 이처럼 사랑하사 ABC神")
    let cases: [(String, [Int64])] = [
      ("世人", [1]), ("爱*", [1]), ("独生子 神爱", [1]), ("言が", [2]), ("세상", [3]), ("神", [1, 3]),
      ("神 言", []), ("🙏🏽", [2]), ("❤️", [2]), ("pray🙏🏽", [2]), ("ABC神", [3]), ("\"言があった pray\"", [2]),
      ("pray 言", [2]), ("pray 神", []), ("😀", []), ("人，甚", [1]), ("神%子", []), ("100%", [1]),
    ]
    for (query, ids) in cases { #expect(try found(query) == ids, "\(query)") }
    #expect(try notes.search("世人")[0].snippet.hasPrefix("神爱[世人]，甚"))
    #expect(try notes.search("神", limit: 1).map(\.note.id) == [3])
    try notes.delete(1)
    #expect(try found("世人") == [])
  }

  @Test func `a word that is asked for thousands of times is asked for once`() throws {
    #expect(
      SearchText(String(repeating: "Grace grace gra* ", count: 9_000)).query
        == "\"Grace\" \"gra*\"*")
    #expect(SearchText(String(repeating: "神🙏 🙏", count: 9_000)).literals.count <= 3)
  }

  @Test func `a search is right at every moment`() throws {
    let note = try notes.add("John 3:16", "alpha")
    #expect(try found("alpha") == [1])
    _ = try notes.update(note.id, .init(text: "alpha beta"))
    #expect(try found("beta") == [1])
    _ = try notes.update(note.id, .init(text: "gamma"))
    #expect(try found("alpha") == [])
    try notes.delete(note.id)
    #expect(try found("gamma") == [])
    _ = try notes.restore(note.id)
    #expect(try found("gamma") == [1])
    try desk.database.write {
      _ = try notes.add("John 3:17", "delta")
      #expect(try found("delta") == [2])
    }
  }

  @Test func `a file that cannot be written is searched to its last note`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let writer = try Desk(path: path)
    _ = try writer.notes.add("John 3:16", "alpha old")
    #expect(try found("alpha", in: writer.notes) == [1])
    _ = try writer.notes.update(1, .init(text: "beta new"))
    _ = try writer.notes.add("John 3:17", "alpha [second] one")
    let reader = try Desk(path: path, isReadOnly: true)
    #expect(try found("alpha", in: reader.notes) == [2])
    #expect(try found("beta", in: reader.notes) == [1])
    #expect(try found("new", in: reader.notes) == [1])
    #expect(try found("old", in: reader.notes) == [])
    #expect(try reader.notes.search("second")[0].snippet == "alpha [[second]] one")
    #expect(throws: StoreError.self) { try reader.notes.add("John 3:18", "x") }
  }
}
