import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// What an upgrade keeps although it is unusual: it is found, and can be taken away.
@Suite struct AppKeptTests {
  private func file(_ sql: String) throws -> UpgradedFile {
    let file = try UpgradedFile(version: 14)
    let connection = try Connection(path: file.path)
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
    try connection.execute(sql)
    return file
  }

  private static let others = """
    INSERT INTO verse_highlights(verse_ref, color) VALUES('joel 4:1', 'gold'), ('joel_4:2', 'blue'),
      ('1_samuel 24:23', 'gold');
    INSERT INTO bookmarks(verse_ref) VALUES('malachi:3:23'), ('the end');
    INSERT INTO user_notes(verse_ref, note_text) VALUES('joel 4', 'a chapter'), ('joel 4:12', 'x');
    INSERT INTO reading_progress VALUES('joel', 4, '2026-02-10 08:00:00'),
      ('john', 22, '2026-02-11 08:00:00'), ('joel', 3, '2026-02-10 09:00:00');
    INSERT INTO reading_streaks(date, chapters_read) VALUES('2026-02-10', 2), ('2026-02-11', 1);
    """

  @Test(arguments: ["joel 4:1", "Joel 4:1", "Joel 4.1", "joel_4:1", "Jl 4:1"])
  func `a highlight of another numbering is found and removed by its verse`(ref: String) throws {
    let file = try file(Self.others)
    try file.upgrade()
    let highlights = Highlights(try file.open())
    #expect(try highlights.get(ref)?.ref == "joel 4:1")
    #expect(try highlights.find(HighlightFilter { $0.passage.ref = ref }).count == 1)
    #expect(try highlights.remove(ref))
    #expect(throws: LibraryError.self) { try highlights.set(ref, "gold") }
    #expect(try highlights.find(HighlightFilter { $0.passage.chapter = ref }).count == 1)
  }

  @Test func `notes and bookmarks of another numbering are found by verse, chapter and book`()
    throws
  {
    let file = try file(Self.others)
    try file.upgrade()
    let database = try file.open()
    let notes = Notes(database)
    func ids(_ filter: PassageFilter) throws -> [Int64] {
      try notes.find(NoteFilter { $0.passage = filter }).map(\.id)
    }
    #expect(try ids(PassageFilter(chapter: "joel 4")) == [41, 7, 42])
    #expect(try ids(PassageFilter(chapter: "Joel 4:12")) == [41, 7, 42])
    #expect(try ids(PassageFilter(ref: "joel 4:1")) == [7])
    #expect(try ids(PassageFilter(ref: "Joel 4:12")) == [42])
    #expect(try ids(PassageFilter(book: "Joel")) == [41, 7, 42])
    #expect(try ids(PassageFilter(ref: "no such place")) == [9])
    #expect(try notes.search("in:\"joel 4\" x").map(\.note.id) == [42])
    #expect(try notes.count(NoteFilter { $0.passage = PassageFilter(chapter: "joel 4") }) == 3)
    let bookmarks = Bookmarks(database)
    #expect(try bookmarks.has("Mal 3:23") && bookmarks.has("the end"))
    var filter = BookmarkFilter()
    filter.passage.ref = "mal 3:23"
    let found = try bookmarks.find(filter)
    for bookmark in found { try bookmarks.delete(bookmark.id) }
    #expect(try !bookmarks.has("Mal 3:23"))
    #expect(throws: LibraryError.self) { try bookmarks.has("Joel 4:1") }
    #expect(throws: LibraryError.self) { try ids(PassageFilter(ref: "Joel 4:20")) }
  }

  @Test func `what is no chapter of the canon is kept, told, and counts nowhere`() throws {
    let plain = try file("")
    let file = try file(Self.others)
    let before = try #require(try plain.upgrade())
    let report = try #require(try file.upgrade())
    #expect(report.unknownReferences == before.unknownReferences + 9)
    let progress = Progress(try file.open())
    let known = Progress(try plain.open())
    #expect(try progress.book("joel").map(\.chapter) == [3, 4])
    #expect(try progress.stats().chapters == known.stats().chapters + 1)
    #expect(try progress.stats().days == known.stats().days + 1)
    let february = try #require(ReadingCalendar(year: 2026, progress.days()))
    #expect(february.text.hasPrefix("2026: 4 chapters on 3 days"))
    #expect(try progress.testaments().map(\.chapters) == [3, 0])
  }

  @Test func `a key that nobody knows is read and unset`() throws {
    let file = try file("")
    try file.upgrade()
    let preferences = Preferences(try file.open())
    #expect(try preferences.get("currentStreak") == "3")
    #expect(try preferences.set("currentStreak", .null) == .null)
    #expect(try preferences.find(isSet: true).allSatisfy { $0.key != "currentStreak" })
  }

  @Test func `a note whose id is a text, another's or none takes a new one, with its links`() throws
  {
    let file = try file(
      """
      ALTER TABLE user_notes RENAME TO former;
      CREATE TABLE user_notes(id TEXT, verse_ref TEXT, note_text TEXT, created_at TEXT,
        updated_at TEXT, tags_json TEXT, collection_id TEXT);
      INSERT INTO user_notes VALUES
        ('note-a', 'john 3:16', 'first', '2026-01-01 08:00:00', NULL, '[]', 'col-a'),
        ('7', 'john 3:17', 'second', '2026-01-01 08:00:01', NULL, '[]', '1'),
        ('7', 'john 3:18', 'third', '2026-01-01 08:00:02', NULL, '[]', NULL),
        (NULL, 'john 3:19', 'fourth', '2026-01-01 08:00:03', NULL, '[]', NULL);
      DROP TABLE former;
      DROP TABLE notes_fts;
      CREATE TABLE collections(id, name TEXT, description TEXT, color TEXT);
      INSERT INTO collections SELECT id, name, description, color FROM study_collections;
      INSERT INTO collections VALUES('col-a', 'By text', '', '#bfa050');
      DROP TABLE study_collections;
      ALTER TABLE collections RENAME TO study_collections;
      DROP TABLE note_links;
      CREATE TABLE note_links(id TEXT, from_note_id TEXT, to_note_id TEXT, created_at TEXT);
      INSERT INTO note_links VALUES('l', 'note-a', '7', '2026-01-02 08:00:00');
      """)
    let report = try #require(try file.upgrade())
    #expect(report.counts["user_notes"]?.taken == 4 && report.counts["note_links"]?.taken == 1)
    #expect(try file.rows("SELECT count(DISTINCT id) FROM user_notes") == ["4"])
    #expect(try file.rows("SELECT id FROM user_notes WHERE note_text = 'second'") == ["7"])
    #expect(
      try file.rows(
        """
        SELECT f.note_text, t.note_text FROM note_links JOIN user_notes AS f ON f.id = from_note_id
        JOIN user_notes AS t ON t.id = to_note_id
        """) == ["first|second"])
    #expect(
      try file.rows("SELECT reason FROM leftovers WHERE table_name = 'user_notes' ORDER BY id")
        == ["id is no whole number", "its id is another's", "it has no id"])
    let names = try file.rows(
      """
      SELECT coalesce((SELECT name FROM study_collections WHERE id = collection_id), '')
      FROM user_notes ORDER BY note_text
      """)
    #expect(names == ["By text", "", "Creation", ""])
  }
}
