import Library
import Testing

@Suite struct BookmarksTests {
  let desk: Desk
  let bookmarks: Bookmarks

  init() throws {
    desk = try Desk()
    bookmarks = Bookmarks(desk.database)
  }

  @Test func `one passage may have several bookmarks`() throws {
    let one = try bookmarks.add("jn 3.16", label: "Loved")
    let two = try bookmarks.add("John 3:16")
    #expect(one.ref == "john 3:16" && one.label == "Loved")
    #expect(two.id != one.id && two.cloudID != one.cloudID && two.label == nil)
    #expect(try bookmarks.find().map(\.id) == [two.id, one.id])
    #expect(try desk.queueLength() == 2)
  }

  @Test func `a passage has a bookmark until its last one is deleted`() throws {
    let one = try bookmarks.add("John 3:16")
    let two = try bookmarks.add("John 3:16")
    try bookmarks.delete(one.id)
    #expect(try bookmarks.has("John 3:16"))
    try bookmarks.delete(two.id)
    #expect(try !bookmarks.has("John 3:16"))
    var deleted = BookmarkFilter()
    deleted.isDeleted = true
    #expect(try bookmarks.find(deleted).count == 2)
    #expect(try bookmarks.restore(two.id).id == two.id)
    #expect(try bookmarks.has("John 3:16"))
    #expect(try !bookmarks.has("John 3"))
    #expect(try !bookmarks.has("John 3:1"))
  }

  @Test func `bookmarks are listed in verse order, by passage, or the latest first`() throws {
    for ref in ["John 13:1", "John 3", "1 John 3:1", "John 3:16", "John 3:2-4:1"] {
      _ = try bookmarks.add(ref)
    }
    func refs(_ change: (inout BookmarkFilter) -> Void) throws -> [String] {
      var filter = BookmarkFilter()
      change(&filter)
      return try bookmarks.find(filter).map(\.ref)
    }
    #expect(
      try refs { _ in }
        == ["john 3", "john 3:2-4:1", "john 3:16", "john 13:1", "1_john 3:1"])
    #expect(try refs { $0.passage.chapter = "John 4" } == ["john 3:2-4:1"])
    #expect(try refs { $0.passage.ref = "John 1" } == [])
    #expect(try refs { $0.passage.book = "1 John" } == ["1_john 3:1"])
    #expect(
      try refs {
        $0.order = .created
        $0.limit = 2
      } == ["john 3:2-4:1", "john 3:16"])
  }

  @Test func `a label is changed and taken away, and the same again is no edit`() throws {
    let bookmark = try bookmarks.add("John 3:16", label: "a")
    #expect(try bookmarks.update(bookmark.id, label: "b").label == "b")
    #expect(try bookmarks.update(bookmark.id, label: nil).label == nil)
    let length = try desk.queueLength()
    _ = try bookmarks.update(bookmark.id, label: nil)
    #expect(try desk.queueLength() == length)
  }

  @Test func `bad bookmarks change nothing`() throws {
    let before = try desk.fingerprint()
    #expect(throws: LibraryError.self) { try bookmarks.add("John 3:99") }
    #expect(throws: LibraryError.self) { try bookmarks.add("John 3:16-4") }
    #expect(throws: LibraryError.emptyText(argument: "label")) {
      try bookmarks.add("John 3:16", label: " ")
    }
    #expect(throws: LibraryError.unknown(.bookmark, id: 4)) { try bookmarks.delete(4) }
    #expect(throws: LibraryError.unknown(.bookmark, id: 4)) {
      try bookmarks.update(4, label: "x")
    }
    #expect(try desk.queueLength() == 0)
    #expect(try desk.fingerprint() == before)
  }
}
