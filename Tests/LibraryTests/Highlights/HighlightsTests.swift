import Library
import Testing

@Suite struct HighlightsTests {
  let desk: Desk
  var highlights: Highlights { desk.highlights }

  init() throws { desk = try Desk() }

  @Test func `a verse has one highlight, and what is left out becomes none`() throws {
    let group = try desk.groups.add("Promises", "gold")
    let first = try highlights.set("John 3:16", "Gold", collection: group.id, note: "n")
    #expect(first.color == "gold" && first.collection == group.id && first.note == "n")
    let second = try highlights.set("jn 3.16", "teal")
    #expect(second.id == first.id && second.color == "teal")
    #expect(second.collection == nil && second.note == nil)
    #expect(second.createdAt == first.createdAt)
    #expect(try highlights.count() == 1)
    #expect(try desk.queueLength() == 3)
  }

  @Test func `highlighting a verse again revives what was deleted`() throws {
    let first = try highlights.set("John 3:16", "gold", note: "n")
    #expect(try highlights.remove("John 3:16"))
    #expect(try !highlights.remove("John 3:16"))
    #expect(try highlights.get("John 3:16") == nil)
    #expect(throws: LibraryError.deleted(.highlight, id: first.id)) {
      try highlights.get(first.id)
    }
    let again = try highlights.set("John 3:16", "blue")
    #expect(again.id == first.id && again.note == nil && again.deletedAt == nil)
    #expect(again.createdAt == first.createdAt)
    try highlights.delete(again.id)
    #expect(try highlights.find(HighlightFilter { $0.isDeleted = true }).map(\.id) == [first.id])
    #expect(try highlights.restore(again.id).color == "blue")
  }

  @Test func `highlights are listed in verse order and by chapter, colour and collection`() throws {
    let group = try desk.groups.add("Promises", "#112233")
    _ = try highlights.set("1 John 3:1", "gold")
    _ = try highlights.set("John 3:16", "gold", collection: group.id)
    _ = try highlights.set("John 3:2", "blue")
    _ = try highlights.set("John 13:1", "blue")
    func refs(_ change: (inout HighlightFilter) -> Void) throws -> [String] {
      try highlights.find(HighlightFilter(change)).map(\.ref)
    }
    #expect(try refs { _ in } == ["john 3:2", "john 3:16", "john 13:1", "1_john 3:1"])
    #expect(try refs { $0.passage.chapter = "John 3" } == ["john 3:2", "john 3:16"])
    #expect(try refs { $0.passage.ref = "John 3:1" } == [])
    #expect(try refs { $0.color = "blue" } == ["john 3:2", "john 13:1"])
    #expect(try refs { $0.collection = group.id } == ["john 3:16"])
    #expect(try refs { $0.order = .created }.first == "john 13:1")
    #expect(try highlights.count(HighlightFilter { $0.color = "gold" }) == 2)
    #expect(try desk.groups.get(group.id).highlights == 1)
  }

  @Test func `bad highlights change nothing`() throws {
    let before = try desk.fingerprint()
    let error = #expect(throws: LibraryError.unknownColor("glod")) {
      try highlights.set("John 3:16", "glod")
    }
    #expect(error?.hint == "did you mean gold?")
    let other = #expect(throws: LibraryError.self) { try highlights.set("John 3:16", "#ffffff") }
    #expect(other?.hint == "colours are gold, blue, green, purple, coral, teal")
    let chapter = #expect(throws: LibraryError.self) { try highlights.set("John 3", "gold") }
    #expect(chapter?.summary == "a highlight marks one verse, and John 3 is more")
    #expect(throws: LibraryError.self) { try highlights.set("John 3:16-17", "gold") }
    #expect(throws: LibraryError.self) { try highlights.set("John 3:99", "gold") }
    #expect(throws: LibraryError.emptyText(argument: "note")) {
      try highlights.set("John 3:16", "gold", note: "")
    }
    #expect(try desk.fingerprint() == before)
    #expect(throws: LibraryError.unknown(.highlightCollection, id: 3)) {
      try highlights.set("John 3:16", "gold", collection: 3)
    }
    #expect(try highlights.count() == 0)
  }

  @Test func `highlight collections are sorted by order and name`() throws {
    let groups = desk.groups
    let b = try groups.add("B", "gold")
    let a = try groups.add("A", "#ABCDEF")
    let last = try groups.add("0", "teal", sortOrder: 1)
    #expect(a.color == "#abcdef")
    #expect(try groups.find().map(\.id) == [a.id, b.id, last.id])
    #expect(try groups.update(last.id, sortOrder: -1).sortOrder == -1)
    #expect(try groups.find().map(\.id) == [last.id, a.id, b.id])
    #expect(try groups.named("A") == a)
    _ = try highlightsIn(a.id)
    try groups.delete(a.id)
    #expect(try highlights.get("John 3:16")?.collection == nil)
    #expect(try groups.find(isDeleted: true).map(\.id) == [a.id])
    _ = try groups.restore(a.id)
    #expect(try highlights.get("John 3:16")?.collection == a.id)
    #expect(throws: LibraryError.unknownColor("pink")) { try groups.add("x", "pink") }
  }

  private func highlightsIn(_ group: Int64) throws -> Highlight {
    try highlights.set("John 3:16", "gold", collection: group)
  }
}
