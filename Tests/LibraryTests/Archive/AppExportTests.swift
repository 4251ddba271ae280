import ChangeQueue
import Glibc
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// The app's own export, beside an upgrade of the file that it was made from.
@Suite struct AppExportTests {
  private let file: UpgradedFile
  private let export: String

  /// As the app writes it: each list newest first, two blanks for each level.
  init() throws {
    file = try UpgradedFile(version: 14)
    export = file.folder.path("companion-study-export-2026-05-01.json")
    let lists: [(name: String, columns: [String], from: String)] = [
      (
        "notes",
        ["id", "verse_ref", "note_text", "tags_json", "collection_id", "created_at", "updated_at"],
        "user_notes WHERE typeof(note_text) <> 'blob' AND id NOT IN (11, 12)"
      ),
      ("bookmarks", ["id", "verse_ref", "label", "created_at"], "bookmarks WHERE true"),
      ("highlights", ["id", "verse_ref", "color", "created_at"], "verse_highlights WHERE true"),
      (
        "collections", ["id", "name", "description", "color", "created_at", "updated_at"],
        "study_collections WHERE true"
      ),
    ]
    let connection = try Connection(path: file.path, mode: .readOnly)
    var text = "{\n  \"exported_at\": \"2026-05-01T00:00:00.000Z\",\n  \"app_version\": \"1.0\""
    for list in lists {
      let names = list.columns.map { "'\($0)', \($0)" }.joined(separator: ", ")
      let rows = try connection.all(
        "SELECT json_object(\(names)) FROM \(list.from) ORDER BY created_at DESC, id DESC"
      ) { $0.text(0) }
      let laid = rows.map { row in
        "    "
          + row.replacing(",\"", with: ",\n      \"").replacing("{\"", with: "{\n      \"")
          .replacing(/}$/, with: "\n    }")
      }
      text += ",\n  \"\(list.name)\": [\n\(laid.joined(separator: ",\n"))\n  ]"
    }
    try write(text + "\n}\n")
  }

  private func write(_ text: String) throws {
    let file = fopen(export, "w")
    fputs(text, file)
    fclose(file)
  }

  private static let tables = [
    "user_notes", "bookmarks", "verse_highlights", "study_collections",
  ]

  private func names(_ database: UserDatabase, _ table: String) throws -> Set<String> {
    Set(try database.connection.all("SELECT cloud_id FROM \(table)") { $0.text(0) })
  }

  private func fresh() throws -> UserDatabase {
    try UserDatabase.open(
      path: ":memory:", catalog: try .lectern(), surroundings: UpgradedFile.surroundings)
  }

  @Test func `a row has the name that an upgrade gives it`() throws {
    let library = try fresh()
    let report = try LibraryImport(library).run(export)
    #expect(report.form == .app)
    try file.upgrade()
    let upgraded = try file.open()
    for table in Self.tables {
      let names = try names(library, table)
      #expect(names.count == report.counts[table]?.taken, "\(table)")
      #expect(try names.isSubset(of: self.names(upgraded, table)), "\(table)")
      #expect(names.count >= 2, "\(table)")
    }
  }

  @Test func `beside the upgraded file it brings nothing, and takes nothing away`() throws {
    try file.upgrade()
    let upgraded = try file.open()
    let rows = { (columns: String, table: String) in
      try upgraded.connection.all("SELECT \(columns) FROM \(table) ORDER BY id") { row in
        (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
      }
    }
    let before = try rows("verse_ref, color, note, collection_id", "verse_highlights")
    let notes = try rows("verse_ref, note_text, tags_json, collection_id", "user_notes")
    let report = try LibraryImport(upgraded).run(export)
    #expect(report.sum.taken == 0)
    #expect(try rows("verse_ref, color, note, collection_id", "verse_highlights") == before)
    #expect(try rows("verse_ref, note_text, tags_json, collection_id", "user_notes") == notes)
  }

  @Test func `a note finds its collection, though collections come last`() throws {
    let library = try fresh()
    _ = try LibraryImport(library).run(export)
    let filed = try library.connection.all(
      """
      SELECT c.name FROM user_notes AS n JOIN study_collections AS c ON c.id = n.collection_id
      """
    ) { $0.text(0) }
    #expect(!filed.isEmpty)
  }

  @Test func `a damaged record costs itself only`() throws {
    try write(
      """
      {
        "exported_at": "2026-05-01T00:00:00.000Z",
        "notes": [
          {
            "id": 1,
            "verse_ref": "john 3:16",
            "note_text": "whole",
            "tags_json": "[]"
          },
          {
            "id": 2,
            "verse_ref": "john 3:17",
            "note_text": "torn
          {
            "id": 3,
            "verse_ref": "john 3:18",
            "note_text": "after"
          }
        ],
        "bookmarks": [
          {
            "id": 1,
            "verse_ref": "john_3:19",
            "label": null
          }
        ]
      }

      """)
    let library = try fresh()
    let report = try LibraryImport(library).run(export)
    #expect(report.sum.taken == 3)
    #expect(report.sum.skipped == 1)
    #expect(report.lines.first?.place == .line(10))
    let found = try library.connection.all(
      "SELECT verse_ref FROM user_notes UNION ALL SELECT verse_ref FROM bookmarks"
    ) { $0.text(0) }
    #expect(found == ["john 3:16", "john 3:18", "john 3:19"])
  }
}
