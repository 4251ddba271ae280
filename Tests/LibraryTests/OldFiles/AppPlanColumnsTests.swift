import ChangeQueue
import Library
import Support
import Testing
import Vocabulary

/// Files with the columns of the plan for sync: names given, what was deleted, what waits.
@Suite struct AppPlanColumnsTests {
  private let file: UpgradedFile
  private let report: AppUpgradeReport

  init() throws {
    file = try UpgradedFile(version: 14, hasSyncPlan: true)
    report = try #require(try file.upgrade())
  }

  @Test func `a name that was given for a cloud stays`() throws {
    #expect(
      try file.rows(
        "SELECT id FROM user_notes WHERE cloud_id = "
          + "'11111111-2222-4333-8444-555555555555'") == ["2"])
    #expect(try file.rows("SELECT count(DISTINCT cloud_id) FROM user_notes") == ["16"])
  }

  @Test func `what was deleted lies in the trash, and can be restored`() throws {
    let dead = "deleted_at IS NOT NULL ORDER BY id"
    #expect(
      try file.rows("SELECT id, deleted_at FROM user_notes WHERE \(dead)")
        == ["5|2026-03-01T08:00:00.000Z"])
    #expect(try file.rows("SELECT id FROM study_collections WHERE \(dead)") == ["2"])
    #expect(try file.rows("SELECT id FROM bookmarks WHERE \(dead)") == ["1"])
    #expect(try file.rows("SELECT id FROM verse_highlights WHERE \(dead)") == ["4"])
    #expect(
      try file.rows("SELECT id, deleted_at FROM bookmarked_topics WHERE \(dead)")
        == ["2|2026-01-01T11:00:01.000Z"])
    let notes = Notes(try file.open())
    #expect(try notes.find().contains { $0.id == 5 } == false)
    #expect(try notes.restore(5).text == "prophets")
  }

  @Test func `a highlight that was deleted gives way to a living one of its verse`() throws {
    #expect(
      try file.rows("SELECT id, color, deleted_at FROM verse_highlights WHERE id < 3")
        == ["2|blue|"])
    #expect(
      try file.rows("SELECT row_json FROM leftovers WHERE reason = 'it was deleted, and set anew'")
        .count == 1)
    #expect(try file.rows("SELECT count(*) FROM sync_conflicts") == ["0"])
  }

  @Test func `an edit that waits goes up with its row, others are kept and not sent`() throws {
    #expect(report.counts["sync_queue"]?.idle == 1)
    #expect(
      try file.rows("SELECT operation, table_name FROM foreign_changes ORDER BY id")
        == ["submit_flag|", "toggle_upvote|", "set_star_rating|", "DELETE|note_links"])
    #expect(
      try file.rows("SELECT row_json FROM leftovers WHERE table_name = 'sync_state'")
        == [#"{"key":"last_pull_at","value":"2026-03-01T08:00:00.000Z"}"#])
  }
}
