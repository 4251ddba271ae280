import Library
import Testing
import Vocabulary

@Suite struct StudySessionsTests {
  let desk: ReadingDesk
  let sessions: StudySessions

  init() throws {
    desk = try ReadingDesk()
    sessions = StudySessions(desk.database)
  }

  @Test func `a session has a beginning, an end and what was done in between`() throws {
    let session = try sessions.start("John 3:16")
    #expect(session.chapterID == "john_3" && session.endedAt == nil)
    desk.clock.advance(.seconds(5))
    let event = try sessions.event(session.id, SessionEvent(.panelOpen, panel: "heb"))
    #expect(event.afterMilliseconds == 5_000)
    _ = try sessions.event(session.id, SessionEvent(.verseTap))
    desk.clock.advance(.seconds(5))
    let ended = try sessions.stop(session.id)
    #expect(ended.durationMilliseconds == 10_000)
    #expect(ended.endedAt == "2026-01-01T00:00:10.000Z")
    desk.clock.advance(.seconds(5))
    #expect(try sessions.stop(session.id) == ended)
    #expect(try sessions.events(session.id).map(\.sort) == [.panelOpen, .verseTap])
    #expect(try desk.queueLength() == 0)
  }

  @Test func `sessions are listed by chapter, the latest first`() throws {
    let one = try sessions.start("John 3")
    let two = try sessions.start("John 4")
    #expect(try sessions.find().map(\.id) == [two.id, one.id])
    #expect(try sessions.find(chapter: "jn 3").map(\.id) == [one.id])
    #expect(try sessions.find(limit: 1).map(\.id) == [two.id])
  }

  @Test func `a clock that is set back gives no time below zero`() throws {
    let session = try sessions.start("John 3")
    desk.clock.advance(.seconds(-60))
    #expect(try sessions.stop(session.id).durationMilliseconds == 0)
  }

  @Test func `what is unknown or has ended is refused`() throws {
    #expect(throws: LibraryError.unknown(.session, id: 9)) { try sessions.stop(9) }
    #expect(throws: LibraryError.unknown(.session, id: 9)) { try sessions.events(9) }
    #expect(throws: LibraryError.self) { try sessions.start("John 22") }
    let session = try sessions.start("John 3")
    #expect(throws: LibraryError.emptyText(argument: "panel")) {
      try sessions.event(session.id, SessionEvent(.panelOpen, panel: ""))
    }
    _ = try sessions.stop(session.id)
    #expect(throws: LibraryError.sessionEnded(id: session.id)) {
      try sessions.event(session.id, SessionEvent(.verseTap))
    }
  }
}
