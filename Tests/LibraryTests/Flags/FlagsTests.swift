import Library
import Testing

@Suite struct FlagsTests {
  let desk: ReadingDesk
  let flags: Flags

  init() throws {
    desk = try ReadingDesk()
    flags = Flags(desk.database)
  }

  @Test func `a second report of a thing takes the place of the first`() throws {
    _ = try flags.add("s-1", type: "submission", reason: .spam)
    let second = try flags.add("s-1", type: "submission", reason: .other, details: "no source")
    #expect(try flags.find() == [second])
    let other = try flags.add("s-1", type: "debate", reason: .offTopic)
    #expect(try flags.find(type: "debate") == [other])
    #expect(try flags.find(limit: 1) == [other])
    #expect(try flags.has("s-1"))
    #expect(try !flags.has("s-2"))
    #expect(try desk.queueLength() == 0)
  }

  @Test func `empty ids and long details are refused`() throws {
    #expect(throws: LibraryError.emptyText(argument: "id")) {
      try flags.add("", type: "debate", reason: .spam)
    }
    #expect(throws: LibraryError.longDetails(characters: 501)) {
      try flags.add(
        "s-1", type: "debate", reason: .spam, details: String(repeating: "ä", count: 501))
    }
    #expect(try flags.find().isEmpty)
    let details = String(repeating: "ä", count: 500)
    #expect(
      try flags.add("s-1", type: "debate", reason: .spam, details: details).details == details)
  }
}
