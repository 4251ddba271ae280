import Library
import Testing
import Vocabulary

@Suite struct StudyCollectionsTests {
  let desk: Desk
  var collections: StudyCollections { desk.collections }

  init() throws { desk = try Desk() }

  @Test func `a collection is listed with the number of its living notes`() throws {
    let grace = try collections.add("Grace", description: "all of it", color: "#AABBCC")
    #expect(grace.color == "#aabbcc" && grace.description == "all of it" && grace.notes == 0)
    _ = try desk.notes.add("John 3:16", "x", collection: grace.id)
    let gone = try desk.notes.add("John 3:17", "x", collection: grace.id)
    try desk.notes.delete(gone.id)
    #expect(try collections.get(grace.id).notes == 1)
    #expect(try collections.find().map(\.notes) == [1])
  }

  @Test func `the latest edited collection comes first`() throws {
    let one = try collections.add("One")
    let two = try collections.add("Two")
    #expect(one.color == "#bfa050")
    #expect(try collections.find().map(\.id) == [two.id, one.id])
    let edited = try collections.update(one.id, description: "new")
    #expect(edited.name == "One" && edited.description == "new")
    #expect(try collections.find().map(\.id) == [one.id, two.id])
    #expect(try collections.find(limit: 1).count == 1)
  }

  @Test func `deleting a collection touches no note, and restoring it brings them back`() throws {
    let grace = try collections.add("Grace")
    let note = try desk.notes.add("John 3:16", "x", collection: grace.id)
    try collections.delete(grace.id)
    #expect(try desk.notes.get(note.id).collection == nil)
    #expect(try desk.notes.get(note.id).updatedAt == note.updatedAt)
    #expect(try collections.find().isEmpty)
    #expect(try collections.find(isDeleted: true).map(\.id) == [grace.id])
    #expect(throws: LibraryError.deleted(.collection, id: grace.id)) {
      try collections.get(grace.id)
    }
    _ = try collections.restore(grace.id)
    #expect(try desk.notes.get(note.id).collection == grace.id)
  }

  @Test func `a collection is found by its name, a wrong name gets the nearest`() throws {
    let grace = try collections.add("Grace")
    #expect(try collections.named("Grace") == grace)
    let error = #expect(throws: LibraryError.self) { try collections.named("Grce") }
    #expect(error?.hint == "did you mean 'Grace'?")
    #expect(error?.kind == .notFound)
    let other = try collections.add("Grace")
    #expect(throws: LibraryError.ambiguousName(.collection, "Grace", ids: [grace.id, other.id])) {
      try collections.named("Grace")
    }
  }

  @Test func `bad names and colours change nothing`() throws {
    let before = try desk.fingerprint()
    #expect(throws: LibraryError.emptyText(argument: "name")) { try collections.add(" ") }
    #expect(throws: LibraryError.badColor("gold")) { try collections.add("x", color: "gold") }
    #expect(throws: LibraryError.badColor("#12345g")) { try collections.add("x", color: "#12345g") }
    #expect(throws: LibraryError.nulInText(argument: "description", byte: 0)) {
      try collections.add("x", description: "\0")
    }
    #expect(throws: LibraryError.badLimit(-2)) { try collections.find(limit: -2) }
    #expect(try desk.fingerprint() == before)
    #expect(throws: LibraryError.unknown(.collection, id: 5)) {
      try collections.update(5, name: "y")
    }
    #expect(throws: LibraryError.unknown(.collection, id: 5)) { try collections.delete(5) }
  }
}
