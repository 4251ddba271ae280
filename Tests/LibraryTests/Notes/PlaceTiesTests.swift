import ChangeQueue
import Library
import Store
import Testing
import Vocabulary

/// Notes on one place: what the list does by itself is what SQL's order says.
@Suite struct PlaceTiesTests {
  let desk: Desk

  init() throws { desk = try Desk() }

  private static let refs = ["John 3:16", "John 3:16-18", "John 3", "John 3:17", "John 1-3"]

  /// Some share their time of edit, some were edited later than those written after them.
  private func fill(_ chance: SeededSurroundings) throws {
    for number in 0..<60 {
      let ref = Self.refs[Int(chance.random() % UInt64(Self.refs.count))]
      let note = try desk.notes.add(ref, "note \(number)")
      if chance.random() % 3 == 0 { _ = try desk.notes.update(note.id, .init(text: "edited")) }
      if chance.random() % 5 == 0 { try desk.notes.delete(note.id) }
    }
    for time in ["2026-01-01T00:00:00.000Z", "", "2026-01-01"] {
      try desk.database.connection.run(
        "UPDATE user_notes SET updated_at = ?1 WHERE id % ?2 = 1", .text(time),
        .integer(Int64(3 + chance.random() % 7)))
    }
  }

  private func orderOfSQL(_ filter: NoteFilter) throws -> [Int64] {
    var cursor = try desk.notes.each(filter)
    var ids: [Int64] = []
    while let note = try cursor.next() { ids.append(note.id) }
    return ids
  }

  @Test(arguments: 1...8) func `they stand as SQL would sort them`(seed: Int) throws {
    try fill(SeededSurroundings(seed: UInt64(seed)))
    for (chapter, isDeleted) in [
      (nil, false), ("John 3", false), ("John 3", true), ("John 2", false),
    ] {
      var filter = NoteFilter()
      filter.passage.chapter = chapter
      filter.isDeleted = isDeleted
      let found = try desk.notes.find(filter)
      #expect(try found.map(\.id) == orderOfSQL(filter), "seed=\(seed)")
      #expect(found == (try found.map { try #require(try desk.notes.note($0.id)) }))
      filter.limit = 4
      #expect(try desk.notes.find(filter).map(\.id) == Array(found.map(\.id).prefix(4)))
    }
  }
}
