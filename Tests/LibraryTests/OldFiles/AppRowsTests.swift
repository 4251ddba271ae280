import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Row by row: what stands in our tables after an upgrade, and what is kept beside them.
@Suite struct AppRowsTests {
  private let file: UpgradedFile

  init() throws {
    file = try UpgradedFile(version: 26)
    try file.upgrade()
  }

  @Test func `notes have their ids, our spelling of references, and our times`() throws {
    let notes = try file.rows(
      "SELECT id, verse_ref, note_text, created_at, updated_at FROM user_notes ORDER BY id")
    #expect(
      notes == [
        "1|genesis 1:3|light and more light|2026-01-01T08:00:00.000Z|2026-02-01T08:00:00.000Z",
        "2|genesis 1:4|divided|2026-01-01T08:00:01.000Z|2026-01-01T08:00:01.000Z",
        "3|genesis 1:5|evening|2026-01-01T08:00:02.000Z|2026-01-01T08:00:02.000Z",
        "4|genesis 1|a chapter|2026-01-01T08:00:03.000Z|2026-01-01T08:00:03.000Z",
        "5|1_samuel 10:5|prophets|2026-01-01T08:00:04.000Z|2026-01-01T08:00:04.000Z",
        "6|song_of_solomon 4:7|fair|2026-01-01T08:00:05.000Z|2026-01-01T08:00:05.000Z",
        "7|joel 4:1|other numbering|2026-01-01T08:00:06.000Z|2026-01-01T08:00:06.000Z",
        "8|psalms 3:0|a title|2026-01-01T08:00:07.000Z|2026-01-01T08:00:07.000Z",
        "9|no such place|where|2026-01-01T08:00:08.000Z|2026-01-01T08:00:08.000Z",
        "10|john 3:16|bytes|2026-04-01T08:00:00.000Z|2026-04-01T08:00:00.123Z",
        "11|john 3:17|\u{FFFD}A|2026-04-01T00:00:00.000Z|2026-04-01T08:00:00.500Z",
        "12|john 3:18|a\u{FFFD}b|2026-01-01T08:00:09.000Z|2026-01-01T08:00:09.000Z",
        "13|john 3:19|when|1970-01-01T00:00:00.000Z|1970-01-01T00:00:00.000Z",
        "14|john 3:20|twin|2026-01-01T08:00:10.000Z|2026-01-01T08:00:10.000Z",
        "15|john 3:20|twin|2026-01-01T08:00:10.000Z|2026-01-01T08:00:10.000Z",
        "17|5|7|2026-01-01T08:00:12.000Z|2026-01-01T08:00:12.000Z",
      ])
  }

  @Test func `tags, collections and links of notes stay`() throws {
    #expect(
      try file.rows(
        "SELECT id, tags_json, collection_id FROM user_notes WHERE id < 5 ORDER BY id")
        == [#"1|["grace","law"]|1"#, "2|[]|", "3|[]|", "4|[]|2"])
    #expect(
      try file.rows("SELECT id, name, description, color FROM study_collections ORDER BY id")
        == ["1|Creation|Beginnings|#70b8e8", "2|Untitled||#bfa050"])
    #expect(
      try file.rows("SELECT id, from_note_id, to_note_id, created_at FROM note_links ORDER BY id")
        == (1...3).map { "\($0)|\($0)|\([2, 1, 3][$0 - 1])|2026-01-05T08:00:00.000Z" })
  }

  @Test func `two spellings of a verse are one highlight, and the other colour is a conflict`()
    throws
  {
    let highlights = try file.rows(
      """
      SELECT h.id, h.verse_ref, h.color, c.name, h.note FROM verse_highlights AS h
      LEFT JOIN highlight_collections AS c ON c.id = h.collection_id ORDER BY h.id
      """)
    #expect(
      highlights == [
        "1|genesis 1:3|blue||", "3|exodus 3:14|green|Promises|I am",
        "4|romans 8:1|mauve|Names|", "6|3_john 1:15|coral||",
      ])
    #expect(
      try file.rows("SELECT column_name, mine, theirs FROM sync_conflicts")
        == ["color|gold|blue"])
    #expect(
      try file.rows("SELECT created_at FROM verse_highlights WHERE id = 1")
        == ["2026-01-01T09:00:00.000Z"])
  }

  @Test func `bookmarks, topics and collections of highlights stay`() throws {
    #expect(
      try file.rows("SELECT id, verse_ref, label FROM bookmarks ORDER BY id")
        == ["1|genesis 1:3|", "2|genesis 1:3|again", "3|jude 1:3|twin", "4|jude 1:3|twin"])
    #expect(
      try file.rows(
        "SELECT id, topic_id, topic_type, bookmarked_at, cached_title FROM bookmarked_topics")
        == [
          "1|trinity|official|2026-01-01T11:00:00.000Z|Trinity",
          "2|trinity|community|2026-01-01T11:00:01.000Z|",
        ])
    #expect(
      try file.rows("SELECT name, color, sort_order FROM highlight_collections ORDER BY name")
        == ["Names|#c090e0|1", "Promises|#e890b8|2"])
    #expect(
      try file.rows("SELECT cloud_id FROM highlight_collections WHERE name = 'Names'")
        == ["0c9bd4f1-6c4f-4d53-9d0e-2f6e54f0a111"])
  }

  @Test func `what was read stays, with the earliest time and the latest visit`() throws {
    #expect(
      try file.rows(
        """
        SELECT book_id, chapter_num, run, completed_at, last_visited_at FROM reading_progress
        ORDER BY id
        """)
        == [
          "genesis|1|0|2026-02-01T08:00:00.000Z|2026-02-03T08:00:00.000Z",
          "genesis|2|0|2026-02-01T09:00:00.000Z|2026-02-01T09:00:00.000Z", "john|3|0||",
          "tobit|1|0|2026-02-02T08:00:00.000Z|2026-02-02T08:00:00.000Z",
        ])
    #expect(
      try file.rows("SELECT date, chapter_ids, books_touched FROM reading_streaks ORDER BY id")
        == [
          #"2026-02-01|["genesis_1","genesis_2"]|["genesis"]"#,
          #"2026-02-02|["tobit_1"]|["genesis","john"]"#,
        ])
    #expect(
      try file.rows("SELECT section_id, panel_type, first_opened_at FROM study_depth ORDER BY id")
        == [
          "genesis_1_s1|heb|2026-02-01T08:00:00.000Z",
          "genesis_1_s1|hist|1970-01-01T00:00:00.000Z",
        ])
  }

  @Test func `plans keep their days, and one that is not here its place`() throws {
    let plans = Plans(try file.open())
    let active = try #require(try plans.active())
    #expect(active.id == "two_psalms")
    #expect(active.percent == 50 && active.nextDay == 2)
    #expect(try plans.followed().map(\.id) == ["lost_plan", "two_psalms"])
  }

  @Test func `preferences travel or stay, as their keys say`() throws {
    let preferences = Preferences(try file.open())
    #expect(try preferences.get("theme") == "sepia")
    #expect(try preferences.get("fontSize") == 18)
    #expect(try preferences.get("seen_milestones") == ["ch_10", "ch_50"])
    #expect(try preferences.get("push_token") == "secret")
    #expect(try preferences.get("currentStreak") == "3")
    #expect(
      try file.rows(
        "SELECT key FROM local_preferences UNION ALL SELECT count(*) FROM "
          + "user_preferences WHERE key = 'push_token'") == ["push_token", "0"])
    #expect(try file.rows("SELECT DISTINCT stamp FROM user_preferences") == [Stamp.zero.text])
  }

  @Test func `what stays on the device is there`() throws {
    #expect(
      try file.rows("SELECT id, chapter_id, ended_at, duration_ms FROM study_sessions ORDER BY id")
        == ["1|genesis_1|2026-02-01T08:10:00.000Z|600000", "2|genesis_2||0"])
    #expect(
      try file.rows("SELECT session_id, event_type, timestamp_ms FROM study_session_events")
        == ["1|panel_open|1200"])
    #expect(
      try file.rows("SELECT content_id, reason, flagged_at, synced FROM flagged_content")
        == ["t1|Spam|2026-03-01T08:00:00.000Z|0"])
    #expect(
      try file.rows("SELECT supabase_uid, email, provider FROM auth_profiles")
        == ["u-1|ann@example.org|email"])
    #expect(
      try file.rows("SELECT operation, attempts, last_error FROM foreign_changes ORDER BY id")
        == ["submit_flag|0|", "toggle_upvote|5|Server rejected", "set_star_rating|1|"])
  }

  @Test func `rows that fit nowhere, or not as they were, are kept with the reason`() throws {
    #expect(
      try file.rows("SELECT table_name || ': ' || reason FROM leftovers ORDER BY id") == [
        "study_collections: it has no name", "user_notes: tags_json is no list of texts",
        "user_notes: its collection is not there", "user_notes: note_text is not UTF-8",
        "user_notes: note_text holds U+0000; updated_at is still to come",
        "user_notes: created_at is no time",
        "user_notes: it has no text", "note_links: a note of it is not there",
        "note_links: a note of it is not there", "verse_highlights: it has no colour",
        "verse_highlights: its collection is not there", "bookmarks: it has no reference",
        "reading_progress: chapter_num is no whole number; it names no chapter",
        "study_depth: first_opened_at is no time",
        "reading_streaks: which 4 chapters were read is not known",
        "reading_streaks: date is no time; it has no date",
        "reading_plans: it has no name; total_days is 0; chapters_json holds what is no passage",
        "plan_progress: it names no day of a plan",
        "user_preferences: value is no list of texts",
        "study_session_events: its session is not there",
      ])
    #expect(
      try file.rows("SELECT row_json FROM leftovers WHERE reason = 'note_text is not UTF-8'")[0]
        .contains(#""note_text":{"hex":"ff41"}"#))
    #expect(
      try file.rows("SELECT row_json FROM leftovers WHERE reason = 'it has no text'")
        == [
          #"{"id":16,"verse_ref":"john 3:21","note_text":"","created_at":"2026-01-01 08:00:11","#
            + #""tags_json":"[]"}"#
        ])
  }

  @Test func `tables of the app's alone stay as they are`() throws {
    #expect(try file.rows("SELECT value FROM app_meta") == ["a-1"])
    #expect(try file.rows("SELECT concept, note_id FROM concept_encounters") == ["covenant|1"])
    #expect(try file.rows("SELECT ref_json FROM study_plan_items").count == 1)
    #expect(
      try file.rows("SELECT sql FROM sqlite_schema WHERE name = 'concept_encounters'")[0]
        .contains("REFERENCES user_notes(id)"))
    #expect(try file.rows("SELECT max(version) FROM _migrations") == ["26"])
  }

  @Test func `search finds the texts as they are, and new notes take new ids`() throws {
    let database = try file.open()
    let notes = Notes(database)
    #expect(try notes.search("more").map(\.note.id) == [1])
    #expect(try notes.search("went").isEmpty)
    #expect(try notes.add("genesis 1:3", "new").id == 41)
    #expect(try Bookmarks(database).add("genesis 1:3").id == 6)
  }

  @Test func `stamps are of the last edit that is no time to come, and nobody's device`() throws {
    let stamps = try file.rows("SELECT id, stamp FROM user_notes WHERE id IN (1, 3, 12, 13)")
    func stamp(_ time: String) -> String {
      let at = Instant(time)?.milliseconds ?? 0
      return Stamp(milliseconds: at, counter: 0, device: "000000000000").text
    }
    #expect(
      stamps == [
        "1|\(stamp("2026-02-01T08:00:00Z"))", "3|\(stamp("2026-01-01T08:00:02Z"))",
        "12|\(stamp("2026-01-01T08:00:09Z"))", "13|\(Stamp.zero.text)",
      ])
    let database = try file.open()
    #expect(database.clock.highWater.text == stamp("2026-04-01T08:00:00.500Z"))
    #expect(try database.queueLength() == 0)
  }
}
