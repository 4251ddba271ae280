import ChangeQueue
import Library
import Store
import Support
import Testing
import Vocabulary

/// Notes out of Logos' own database.
@Suite struct LogosNotesTests {
  private let folder: TemporaryFolder
  private let path: String
  private let library: UserDatabase

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("notestool.db")
    library = try Desk().database
    let connection = try Connection(path: path)
    try connection.execute(
      """
      CREATE TABLE Notebooks(NotebookId INTEGER PRIMARY KEY, ExternalId TEXT, Title TEXT);
      INSERT INTO Notebooks VALUES(1, 'book-1', 'Sermons');
      CREATE TABLE Notes(NoteId INTEGER PRIMARY KEY, ExternalId TEXT NOT NULL,
        CreatedDate TEXT NOT NULL, ModifiedDate TEXT, IsDeleted BOOL NOT NULL DEFAULT 0,
        IsTrashed BOOL NOT NULL DEFAULT 0, Kind INT NOT NULL, ContentRichText TEXT,
        AnchorsJson TEXT, TagsJson TEXT, NotebookExternalId TEXT);
      """)
    try add(
      1,
      #"<Paragraph><Run Text="So &quot;loved&quot; &amp; &#x2014; all > none"/></Paragraph>"#
        + #"<List><ListItem><Paragraph><Run FontBold="True" Text="one"/></Paragraph></ListItem></List>"#,
      #"[{"textRange":{"offset":1}},{"reference":{"raw":"bible+esv.64.3.16-64.3.18"}}]"#,
      tags: #"[{"plain":{"text":"faith"}},"hope"]"#, notebook: "book-1")
    try add(2, "A *Markdown* note", #"[{"reference":{"raw":"bible.19.23"}}]"#)
    try add(3, "", #"[{"reference":{"raw":"bible.1.1.1"}}]"#)
    try add(4, "nowhere", #"[{"textRange":{"offset":1}}]"#)
    try add(5, "apocrypha", #"[{"reference":{"raw":"bible.44.1.1"}}]"#)
    try add(6, "gone", #"[{"reference":{"raw":"bible.1.1.1"}}]"#, isTrashed: true)
  }

  private func add(
    _ id: Int64, _ text: String, _ anchors: String, tags: String = "[]", notebook: String? = nil,
    isTrashed: Bool = false
  ) throws {
    try Connection(path: path).run(
      """
      INSERT INTO Notes(NoteId, ExternalId, CreatedDate, ModifiedDate, IsTrashed, Kind,
        ContentRichText, AnchorsJson, TagsJson, NotebookExternalId)
      VALUES(?1, 'ext-' || ?1, '2020-01-02T03:04:05Z', '2021-01-02T03:04:05Z', ?2, 0, ?3, ?4, ?5,
        ?6)
      """, .integer(id), .integer(isTrashed ? 1 : 0), .text(text), .text(anchors), .text(tags),
      notebook.map { .text($0) } ?? .null)
  }

  private func notes() throws -> [String] {
    try library.connection.all(
      """
      SELECT verse_ref, note_text, tags_json, c.name, n.created_at, n.updated_at
      FROM user_notes AS n LEFT JOIN study_collections AS c ON c.id = n.collection_id
      ORDER BY verse_ref
      """
    ) { row in (0..<row.columnCount).map { row.text($0) }.joined(separator: "|") }
  }

  @Test func `notes come with passage, text, tags, notebook and times`() throws {
    let report = try LibraryImport(library).run(path)
    #expect(report.form == .logos)
    #expect(
      try notes() == [
        "john 3:16-18|So \"loved\" & \u{2014} all > none\n- one|[\"faith\",\"hope\"]|Sermons"
          + "|2020-01-02T03:04:05.000Z|2021-01-02T03:04:05.000Z",
        "psalms 23|A *Markdown* note|[]||2020-01-02T03:04:05.000Z|2021-01-02T03:04:05.000Z",
      ])
  }

  @Test func `what is no note at a passage is told, record by record`() throws {
    let report = try LibraryImport(library).run(path)
    #expect(report.sum.taken == 3)
    #expect(
      report.lines.map(\.place) == [.record(3), .record(4), .record(5), .record(6)])
    #expect(
      report.lines.map { String($0.reason.prefix(31)) } == [
        "it is a highlight without text", "it stands at no passage of the ",
        "it stands in a book that is not", "it was deleted in Logos",
      ])
  }

  @Test func `again it makes nothing twice, and a later edit there is taken`() throws {
    _ = try LibraryImport(library).run(path)
    let again = try LibraryImport(library).run(path)
    #expect(again.sum.taken == 0 && again.sum.here == 2)
    try Connection(path: path).run(
      """
      UPDATE Notes SET ContentRichText = 'changed', ModifiedDate = '2022-01-01T00:00:00Z'
      WHERE NoteId = 2
      """)
    let later = try LibraryImport(library).run(path)
    #expect(later.sum.changed == 1)
    #expect(try notes().last?.hasPrefix("psalms 23|changed|") == true)
  }

  @Test func `another database, and a library, are refused by name`() throws {
    let other = folder.path("other.db")
    try Connection(path: other).execute("CREATE TABLE t(a)")
    #expect(throws: ImportError.unknown(path: other)) {
      try LibraryImport(library).run(other)
    }
    let own = folder.path("user.db")
    _ = try Desk(path: own).notes.add("John 3:16", "x")
    do {
      _ = try LibraryImport(library).run(own)
      Issue.record("a library was imported")
    } catch let error as ImportError { #expect(error.code == "import.elsewhere") }
    let app = folder.path("app.db")
    try AppFileMaker.make(at: app, version: 14)
    do {
      _ = try LibraryImport(library).run(app)
      Issue.record("the app's file was imported")
    } catch let error as ImportError { #expect(error.hint?.contains("--db") == true) }
  }
}
