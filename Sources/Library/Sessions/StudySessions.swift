package import ChangeQueue
import Store
import Vocabulary

/// Times of study and what was done in them. They stay on this device.
package struct StudySessions {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Begins a session on a chapter. Others may go on beside it.
  package func start(_ ref: String) throws -> StudySession {
    let chapter = try ChapterID.parse(ref)
    let now = database.surroundings.now().text
    let id = try database.write {
      try database.connection.run(
        "INSERT INTO study_sessions(chapter_id, started_at) VALUES(?1, ?2)", .text(chapter.text),
        .text(now))
      return database.connection.lastInsertID
    }
    return try get(id)
  }

  /// Ends a session now; one that has ended stays as it was.
  ///
  /// Who reads past midnight has read on both days: a chapter that was opened counts for the day
  /// on which its session ends too. A session of a day or more was left open, and counts for none.
  package func stop(_ id: Int64) throws -> StudySession {
    let session = try get(id)
    guard session.endedAt == nil else { return session }
    let now = database.surroundings.now()
    try database.write {
      try database.connection.run(
        "UPDATE study_sessions SET ended_at = ?2, duration_ms = ?3 WHERE id = ?1", .integer(id),
        .text(now.text), .integer(since(session, now)))
      if isPastMidnight(session, now) { try Progress(database).goOn(session.chapterID) }
    }
    return try get(id)
  }

  /// Notes what is done now in a session that goes on.
  package func event(_ id: Int64, _ event: SessionEvent) throws -> SessionEvent {
    let session = try get(id)
    guard session.endedAt == nil else { throw LibraryError.sessionEnded(id: id) }
    for (text, name) in [
      (event.panel, "panel"), (event.scholar, "scholar"), (event.section, "section"),
    ] {
      if let text { try TextRule.check(text, name) }
    }
    var event = event
    event.afterMilliseconds = since(session, database.surroundings.now())
    try database.write {
      try database.connection.run(
        """
        INSERT INTO study_session_events(session_id, event_type, panel_type, scholar_id,
          section_id, timestamp_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
        """, .integer(id), .text(event.sort.rawValue), SQLValue(event.panel),
        SQLValue(event.scholar), SQLValue(event.section), .integer(event.afterMilliseconds))
    }
    return event
  }

  /// A session; an unknown one is an error.
  package func get(_ id: Int64) throws -> StudySession {
    let session = try database.read {
      try database.connection.first(
        "SELECT \(StudySession.columns) FROM study_sessions AS row WHERE row.id = ?1",
        .integer(id), read: StudySession.init)
    }
    guard let session else { throw LibraryError.unknown(.session, id: id) }
    return session
  }

  /// Sessions, the latest begun first; of a chapter where one is given.
  package func find(chapter: String? = nil, limit: Int64? = nil) throws -> [StudySession] {
    var query = RowQuery()
    if let chapter {
      query.add("row.chapter_id = ?", [.text(try ChapterID.parse(chapter).text)])
    }
    return try database.read {
      try query.statement(
        StudySession.columns, from: "study_sessions", "ORDER BY row.started_at DESC, row.id DESC",
        limit: limit, on: database.connection
      ).all(StudySession.init)
    }
  }

  /// What was done in a session, in order. Sorts that another program invented are passed over.
  package func events(_ id: Int64) throws -> [SessionEvent] {
    _ = try get(id)
    return try database.read {
      try database.connection.all(
        """
        SELECT event_type, panel_type, scholar_id, section_id, timestamp_ms
        FROM study_session_events WHERE session_id = ?1 ORDER BY timestamp_ms, id
        """, .integer(id)
      ) { row in
        SessionEvent.Sort(rawValue: row.text(0)).map { sort in
          var event = SessionEvent(
            sort, panel: row.optionalText(1), scholar: row.optionalText(2),
            section: row.optionalText(3))
          event.afterMilliseconds = row.integer(4)
          return event
        }
      }.compactMap { $0 }
    }
  }

  private func isPastMidnight(_ session: StudySession, _ now: Instant) -> Bool {
    guard let started = Instant(session.startedAt) else { return false }
    return Day(started) < Day(now) && now - started < .seconds(86_400)
  }

  /// Never below zero, also where the clock was set back.
  private func since(_ session: StudySession, _ now: Instant) -> Int64 {
    max(0, now.milliseconds - (Instant(session.startedAt)?.milliseconds ?? now.milliseconds))
  }
}
