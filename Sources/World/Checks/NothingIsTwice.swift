import EmbeddedCloud
import Store

extension Simulation {
  /// A text was typed into one row, and so stands in one row.
  func checkThatNothingIsTwice() throws {
    for (table, column) in [
      ("user_notes", "note_text"), ("study_collections", "name"), ("bookmarks", "label"),
    ] {
      let twice = try world.cloud.connection.first(
        "SELECT \(column) FROM \(table) GROUP BY user_id, \(column) HAVING count(*) > 1"
      ) { $0.text(0) }
      if let twice { throw BrokenPromise("nothing is there twice", "\(table): \(twice)") }
    }
  }
}
