import ChangeQueue
import Library
import Testing

@Suite struct TopicsTests {
  let desk: Desk
  let topics: Topics

  init() throws {
    desk = try Desk()
    topics = Topics(desk.database)
  }

  @Test func `a topic has one bookmark for each type`() throws {
    let one = try topics.bookmark("anxiety")
    let again = try topics.bookmark("anxiety")
    let other = try topics.bookmark("anxiety", type: .community)
    #expect(again.id == one.id && again.bookmarkedAt == one.bookmarkedAt && other.id != one.id)
    #expect(one.type == "official" && one.title == nil)
    #expect(try topics.find().map(\.id) == [other.id, one.id])
    #expect(try topics.find(type: .official).map(\.id) == [one.id])
    _ = try desk.database.compactQueue()
    #expect(try desk.queueLength() == 2)
  }

  @Test func `title and summary are kept where the new ones are nil`() throws {
    _ = try topics.bookmark("trinity", title: "Trinity", summary: "One in three")
    let second = try topics.bookmark("trinity", summary: "Three in one")
    #expect(second.title == "Trinity" && second.summary == "Three in one")
    let third = try topics.bookmark("trinity")
    #expect(third.title == second.title && third.summary == second.summary)
  }

  @Test func `taking a topic away without a type takes all its types`() throws {
    _ = try topics.bookmark("anxiety")
    _ = try topics.bookmark("anxiety", type: .community)
    #expect(try topics.unbookmark("anxiety", type: .community) == 1)
    #expect(try topics.has("anxiety") && topics.has("anxiety", type: .official))
    #expect(try !topics.has("anxiety", type: .community))
    _ = try topics.bookmark("anxiety", type: .community)
    #expect(try topics.unbookmark("anxiety") == 2)
    #expect(try topics.unbookmark("anxiety") == 0)
    #expect(try !topics.has("anxiety"))
    #expect(try topics.find(isDeleted: true).count == 2)
  }

  @Test func `a topic bookmarked again lives again, with what was known of it`() throws {
    let first = try topics.bookmark("trinity", title: "Trinity")
    try topics.delete(first.id)
    #expect(throws: LibraryError.deleted(.topic, id: first.id)) { try topics.get(first.id) }
    let again = try topics.bookmark("trinity")
    #expect(again.id == first.id && again.title == "Trinity" && again.deletedAt == nil)
    #expect(again.bookmarkedAt == first.bookmarkedAt)
    try topics.delete(first.id)
    #expect(try topics.restore(first.id).title == "Trinity")
  }

  @Test func `bad topics change nothing`() throws {
    let before = try desk.fingerprint()
    #expect(throws: LibraryError.emptyText(argument: "id")) { try topics.bookmark(" ") }
    #expect(throws: LibraryError.emptyText(argument: "title")) {
      try topics.bookmark("x", title: "")
    }
    #expect(throws: LibraryError.unknown(.topic, id: 3)) { try topics.restore(3) }
    #expect(throws: LibraryError.badLimit(-1)) { try topics.find(limit: -1) }
    #expect(try desk.fingerprint() == before)
  }
}
