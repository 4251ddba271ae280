import ChangeQueue
import Library
import Store
import Testing

@Suite struct NoteListTests {
  let desk: Desk
  var notes: Notes { desk.notes }

  init() throws { desk = try Desk() }

  private func refs(_ change: (inout NoteFilter) -> Void) throws -> [String] {
    try notes.find(NoteFilter(change)).map(\.ref)
  }

  private func add(_ refs: String...) throws {
    for ref in refs { _ = try notes.add(ref, "on \(ref)") }
  }

  @Test func `notes are listed in verse order, of one verse the latest first`() throws {
    try add("Rev 1:1", "1 John 3:1", "John 13:1", "John 3:16", "John 3", "John 3:2", "Gen 1:1")
    let second = try notes.add("John 3:16", "later")
    #expect(
      try notes.find().map(\.ref) == [
        "genesis 1:1", "john 3", "john 3:2", "john 3:16", "john 3:16", "john 13:1", "1_john 3:1",
        "revelation 1:1",
      ])
    #expect(try notes.find()[3].id == second.id)
  }

  @Test func `an address is never matched by its beginning`() throws {
    try add("John 3:16", "John 3:17", "1 John 3:1", "John 13:1")
    #expect(try refs { $0.passage.ref = "John 3:1" } == [])
    #expect(try refs { $0.passage.ref = "John 1" } == [])
    #expect(try refs { $0.passage.chapter = "John 1" } == [])
    #expect(try refs { $0.passage.ref = "John 3" } == ["john 3:16", "john 3:17"])
    #expect(try refs { $0.passage.book = "john" } == ["john 3:16", "john 3:17", "john 13:1"])
    #expect(try refs { $0.passage.ref = "John" } == ["john 3:16", "john 3:17", "john 13:1"])
    #expect(try refs { $0.passage.book = "1 Jn" } == ["1_john 3:1"])
  }

  @Test func `a chapter lists its own notes, its verses and the ranges that reach into it`() throws
  {
    try add("John 3", "John 3:1", "John 2:24-3:2", "John 2", "John 2-4", "John 3:36-4:1", "John 4")
    #expect(
      try refs { $0.passage.chapter = "John 3:5" } == [
        "john 2-4", "john 2:24-3:2", "john 3", "john 3:1", "john 3:36-4:1",
      ])
    #expect(
      try refs { $0.passage.ref = "John 3:1-2" } == ["john 2:24-3:2", "john 3:1"])
    #expect(try refs { $0.passage.ref = "John 4:1" } == ["john 3:36-4:1"])
    #expect(try refs { $0.passage.ref = "John 2; 4" }.count == 5)
  }

  @Test func `conditions are joined`() throws {
    let grace = try desk.collections.add("Grace")
    let one = try notes.add("John 3:16", "God so LOVED", tags: ["love"], collection: grace.id)
    _ = try notes.add("John 3:17", "100% _sure_", tags: ["love", "x"])
    _ = try notes.add("Rom 5:8", "his own love", collection: grace.id)
    #expect(try refs { $0.tag = "love" } == ["john 3:16", "john 3:17"])
    #expect(try refs { $0.tag = "lov" } == [])
    #expect(try refs { $0.tag = "," } == [])
    #expect(try refs { $0.collection = grace.id } == ["john 3:16", "romans 5:8"])
    #expect(try refs { $0.text = "loved" } == ["john 3:16"])
    #expect(try refs { $0.text = "0% _s" } == ["john 3:17"])
    #expect(try refs { $0.text = "romans" } == ["romans 5:8"])
    #expect(try refs { $0.text = "%" } == ["john 3:17"])
    let both = try notes.find(
      NoteFilter {
        $0.tag = "love"
        $0.collection = grace.id
        $0.passage.book = "John"
      })
    #expect(both == [one])
    #expect(try notes.count(NoteFilter { $0.tag = "love" }) == 2)
  }

  @Test func `orders and limits`() throws {
    try add("John 3:16", "Gen 1:1", "Rom 8:28")
    _ = try notes.update(1, .init(text: "edited"))
    #expect(try refs { $0.order = .updated } == ["john 3:16", "romans 8:28", "genesis 1:1"])
    #expect(try refs { $0.order = .created } == ["romans 8:28", "genesis 1:1", "john 3:16"])
    #expect(try refs { $0.limit = 1 } == ["genesis 1:1"])
    #expect(try refs { $0.limit = 0 } == [])
  }

  @Test func `tags are listed once, sorted, with their counts`() throws {
    _ = try notes.add("John 3:16", "x", tags: ["b", "a"])
    _ = try notes.add("John 3:17", "x", tags: ["b", "Ä"])
    let gone = try notes.add("John 3:18", "x", tags: ["gone"])
    try notes.delete(gone.id)
    let tags = try notes.tags()
    #expect(tags.map(\.tag) == ["a", "b", "Ä"])
    #expect(tags.map(\.notes) == [1, 2, 1])
  }

  @Test(arguments: ["", "x", "{}", "[", "7", "null"])
  func `tags that are no list never come to be, and stop nobody`(tags: String) throws {
    _ = try notes.add("John 3:16", "whole", tags: ["love"])
    #expect(throws: StoreError.self) {
      try desk.database.connection.execute(
        "INSERT INTO user_notes(verse_ref, note_text, tags_json) VALUES('john 3:17', 'x', '\(tags)')"
      )
    }
    #expect(try notes.tags().map(\.tag) == ["love"])
  }

  @Test func `notes may be changed while they are gone through`() throws {
    try add("John 3:16", "John 3:17", "John 3:18")
    var cursor = try notes.each()
    var seen: [String] = []
    while let note = try cursor.next() {
      seen.append(note.ref)
      if note.ref == "john 3:16" { try notes.delete(note.id + 1) }
      _ = try notes.tag(note.id, ["seen"])
    }
    #expect(seen == ["john 3:16", "john 3:18"])
  }

  @Test func `a link has a direction and shows while both notes live`() throws {
    try add("Rom 8:28", "John 3:16", "Gen 1:1")
    #expect(try notes.link(1, to: 2))
    #expect(try !notes.link(1, to: 2))
    #expect(try notes.link(1, to: 3))
    #expect(try notes.links(of: 1).map(\.ref) == ["genesis 1:1", "john 3:16"])
    #expect(try notes.backlinks(of: 2).map(\.ref) == ["romans 8:28"])
    #expect(try notes.links(of: 2).isEmpty)
    try notes.delete(2)
    #expect(try notes.links(of: 1).map(\.ref) == ["genesis 1:1"])
    _ = try notes.restore(2)
    #expect(try notes.links(of: 1).count == 2)
    #expect(try notes.unlink(1, to: 2))
    #expect(try !notes.unlink(1, to: 2))
    #expect(try !notes.unlink(2, to: 1))
    #expect(try notes.links(of: 1).count == 1)
    #expect(try notes.link(1, to: 2))
    #expect(try notes.links(of: 1).count == 2)
  }

  @Test func `links to nothing, to the trash and to itself are refused`() throws {
    try add("Rom 8:28", "John 3:16")
    try notes.delete(2)
    let before = try desk.queueLength()
    #expect(throws: LibraryError.selfLink(id: 1)) { try notes.link(1, to: 1) }
    #expect(throws: LibraryError.unknown(.note, id: 9)) { try notes.link(1, to: 9) }
    #expect(throws: LibraryError.deleted(.note, id: 2)) { try notes.link(1, to: 2) }
    #expect(throws: LibraryError.deleted(.note, id: 2)) { try notes.links(of: 2) }
    #expect(try desk.queueLength() == before)
  }
}
