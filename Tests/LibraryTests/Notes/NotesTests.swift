import ChangeQueue
import Library
import Store
import Support
import Testing
import Vocabulary

@Suite struct NotesTests {
  let desk: Desk
  var notes: Notes { desk.notes }

  init() throws { desk = try Desk() }

  @Test func `a new note is what is read afterwards`() throws {
    let collection = try desk.collections.add("Grace")
    let added = try notes.add(
      "Jn 3.16", "So  loved\n", tags: ["love", "gospel", "love"], collection: collection.id)
    #expect(added.ref == "john 3:16")
    #expect(added.tags == ["gospel", "love"])
    #expect(try notes.get(added.id) == added)
    #expect(try desk.queueLength() == 2)
  }

  @Test func `inside a transaction a new note can be read too`() throws {
    try desk.database.write {
      let added = try notes.add("John 3:16", "x")
      #expect(try notes.get(added.id).text == "x")
    }
    #expect(try notes.count() == 1)
  }

  @Test func `a transaction that fails leaves nothing`() throws {
    let before = try desk.queueLength()
    #expect(throws: LibraryError.self) {
      try desk.database.write {
        _ = try notes.add("John 3:16", "x")
        _ = try notes.add("John 99", "y")
      }
    }
    #expect(try notes.count() == 0)
    #expect(try desk.queueLength() == before)
  }

  @Test func `an update changes what it names and nothing else`() throws {
    let collection = try desk.collections.add("Grace")
    let note = try notes.add("John 3:16", "one", tags: ["a"], collection: collection.id)
    let text = try notes.update(note.id, .init(text: "two"))
    #expect(text.text == "two" && text.tags == ["a"] && text.collection == collection.id)
    #expect(text.updatedAt > note.updatedAt && text.createdAt == note.createdAt)
    let tags = try notes.update(note.id, .init(tags: ["z", "b"]))
    #expect(tags.text == "two" && tags.tags == ["b", "z"])
    let none = try notes.update(note.id, .init(collection: .some(nil)))
    #expect(none.collection == nil && none.tags == ["b", "z"])
  }

  @Test func `an update that changes nothing is no edit`() throws {
    let note = try notes.add("John 3:16", "one", tags: ["a"])
    let before = try desk.queueLength()
    let same = try notes.update(note.id, .init(text: "one", tags: ["a"]))
    #expect(same == note)
    #expect(try desk.queueLength() == before)
  }

  @Test func `tags are added and taken away one by one`() throws {
    let note = try notes.add("John 3:16", "one", tags: ["b"])
    #expect(try notes.tag(note.id, ["a", "c", "b"]).tags == ["a", "b", "c"])
    #expect(try notes.untag(note.id, ["b", "x"]).tags == ["a", "c"])
    let odd = #"; , " \ ]["# + "\n\u{1F600}"
    #expect(try notes.tag(note.id, [odd]).tags.contains(odd))
    #expect(try notes.find(NoteFilter { $0.tag = odd }).map(\.id) == [note.id])
  }

  @Test func `a deleted note is in the trash and comes back with all it had`() throws {
    let note = try notes.add("John 3:16", "one", tags: ["a"])
    try notes.delete(note.id)
    #expect(try notes.find().isEmpty)
    #expect(try notes.count(NoteFilter { $0.isDeleted = true }) == 1)
    #expect(throws: LibraryError.deleted(.note, id: note.id)) { try notes.get(note.id) }
    #expect(throws: LibraryError.deleted(.note, id: note.id)) { try notes.delete(note.id) }
    #expect(throws: LibraryError.deleted(.note, id: note.id)) {
      try notes.update(note.id, .init(text: "two"))
    }
    #expect(try notes.note(note.id)?.deletedAt != nil)
    let back = try notes.restore(note.id)
    #expect(back.text == "one" && back.tags == ["a"] && back.deletedAt == nil)
    #expect(try notes.restore(note.id) == back)
  }

  @Test func `an id that no note has is refused in words`() throws {
    #expect(throws: LibraryError.unknown(.note, id: 7)) { try notes.get(7) }
    #expect(throws: LibraryError.unknown(.note, id: 7)) { try notes.delete(7) }
    #expect(throws: LibraryError.unknown(.note, id: 7)) { try notes.restore(7) }
    #expect(throws: LibraryError.unknown(.note, id: 7)) { try notes.tag(7, ["a"]) }
    #expect(try notes.note(7) == nil)
    let error = LibraryError.unknown(.note, id: 7)
    #expect(error.summary == "there is no note 7")
    #expect(error.kind == .notFound)
    #expect(LibraryError.deleted(.note, id: 7).kind == .deleted)
  }

  @Test func `bad values change nothing`() throws {
    let note = try notes.add("John 3:16", "one")
    let gone = try desk.collections.add("Gone")
    try desk.collections.delete(gone.id)
    let before = try desk.fingerprint()
    let long = String(repeating: "é", count: Limits.textBytes / 2 + 1)
    #expect(throws: LibraryError.emptyText(argument: "text")) { try notes.add("John 3", " \n") }
    #expect(throws: LibraryError.nulInText(argument: "text", byte: 1)) {
      try notes.update(note.id, .init(text: "a\0b"))
    }
    #expect(throws: LibraryError.longText(argument: "text", bytes: Limits.textBytes + 2)) {
      try notes.add("John 3", long)
    }
    #expect(throws: LibraryError.emptyText(argument: "tag")) {
      try notes.add("John 3", "x", tags: [""])
    }
    #expect(throws: LibraryError.nulInText(argument: "tag", byte: 1)) {
      try notes.tag(note.id, ["a\0b"])
    }
    #expect(throws: LibraryError.self) { try notes.add("Exodus 5:26", "x") }
    #expect(throws: LibraryError.self) { try notes.add("John 3:16; 4", "x") }
    #expect(throws: LibraryError.badLimit(-1)) { try notes.find(NoteFilter { $0.limit = -1 }) }
    #expect(try desk.fingerprint() == before)
    #expect(throws: LibraryError.unknown(.collection, id: 99)) {
      try notes.add("John 3", "x", collection: 99)
    }
    #expect(throws: LibraryError.deleted(.collection, id: gone.id)) {
      try notes.update(note.id, .init(collection: .some(gone.id)))
    }
    #expect(try notes.find() == [note])
    #expect(try desk.fingerprint().dropLast() == before.dropLast())
  }

  @Test func `bytes that are no text are refused with their place`() throws {
    func text(_ bytes: [UInt8]) throws(LibraryError) -> String {
      let result = bytes.withUnsafeBufferPointer { buffer -> Result<String, LibraryError> in
        do throws(LibraryError) { return .success(try TextRule.text(buffer, "text")) } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    #expect(throws: LibraryError.invalidText(argument: "text", byte: 3)) {
      try text([0x61, 0xc3, 0xa9, 0xff, 0x62])
    }
    #expect(throws: LibraryError.invalidText(argument: "text", byte: 1)) { try text([0x61, 0xc3]) }
    #expect(throws: LibraryError.nulInText(argument: "text", byte: 1)) { try text([0x61, 0]) }
    #expect(throws: LibraryError.emptyText(argument: "text")) { try text([]) }
    #expect(try text(Array("λόγος 😀".utf8)) == "λόγος 😀")
  }

  @Test func `what sqlite3 wrote is listed like the rest`() throws {
    let folder = try TemporaryFolder()
    let desk = try Desk(path: folder.path("user.db"))
    let tool = try Connection(path: folder.path("user.db"), mode: .existing)
    try tool.execute(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'by another program')")
    try desk.database.write {}
    #expect(try desk.notes.find().map(\.text) == ["by another program"])
    #expect(try desk.notes.search("another").count == 1)
  }

  @Test func `two thousand notes are all captured and gone through`() throws {
    try desk.database.write {
      for number in 1...2_000 {
        _ = try notes.add("Psalm 119:\(number % 176 + 1)", "note \(number)")
      }
    }
    #expect(try desk.queueLength() == 2_000)
    #expect(try notes.count() == 2_000)
    var cursor = try notes.each()
    var seen = 0
    while let note = try cursor.next() {
      seen += 1
      if seen == 1 { try notes.delete(note.id) }
    }
    #expect(seen == 2_000)
  }
}
