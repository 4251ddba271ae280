package import ChangeQueue
import Store
import Vocabulary

/// What a person wrote about passages, for other programs: notes, highlights and bookmarks that
/// live. Links, what was read, plans and settings are in `LibraryExport` only.
package struct PassageExport {
  /// One note, highlight or bookmark, as its file or line has it.
  struct Entry {
    let kind: ForeignRecord.Kind
    let id: String
    /// As people write it; one that is none of the canon as it is stored.
    let reference: String
    let text: String
    let tags: [String]
    let collection: String
    let color: String
    let label: String
    let created: String
    let updated: String
  }

  private let database: UserDatabase

  /// Of that library.
  package init(_ database: UserDatabase) { self.database = database }

  /// Writes a CSV in pieces, from one moment of the library. Answers how many rows of each table;
  /// `tell` hears how many there are so far.
  package func writeCSV(
    to put: ([UInt8]) throws -> Void, telling tell: (Int) -> Void = { _ in }
  ) throws -> [LibraryExport.Count] {
    try put(Array((CSVText.line(Self.columns) + "\n").utf8))
    return try forEachPiece(telling: tell) { entries in
      var piece = ""
      for entry in entries { piece += CSVText.line(Self.fields(entry)) + "\n" }
      try put(Array(piece.utf8))
    }
  }

  /// Writes Markdown, a file each, from one moment of the library. Answers how many of each table;
  /// `tell` hears how many there are so far.
  package func writeMarkdown(
    to put: (_ name: String, [UInt8]) throws -> Void, telling tell: (Int) -> Void = { _ in }
  ) throws -> [LibraryExport.Count] {
    try forEachPiece(telling: tell) { entries in
      for entry in entries {
        try put(MarkdownText.name(of: entry), Array(MarkdownText.text(of: entry).utf8))
      }
    }
  }

  private static let columns = [
    "kind", "reference", "text", "tags", "collection", "color", "label", "created", "updated",
    "id",
  ]

  private static func fields(_ entry: Entry) -> [String] {
    [
      entry.kind.rawValue, entry.reference, entry.text, TagText.text(entry.tags),
      entry.collection, entry.color, entry.label, entry.created, entry.updated, entry.id,
    ]
  }

  private static let tables: [(name: String, kind: ForeignRecord.Kind, columns: String)] = [
    (
      "user_notes", .note,
      """
      row.note_text, row.tags_json, (SELECT name FROM study_collections AS c
        WHERE c.id = row.collection_id AND c.deleted_at IS NULL), NULL, NULL
      """
    ),
    (
      "verse_highlights", .highlight,
      """
      row.note, NULL, (SELECT name FROM highlight_collections AS c
        WHERE c.id = row.collection_id AND c.deleted_at IS NULL), row.color, NULL
      """
    ),
    ("bookmarks", .bookmark, "NULL, NULL, NULL, NULL, row.label"),
  ]

  /// How many rows there are, the trash too.
  package func rowCount() throws -> Int { try database.rowCount(of: Self.tables.map(\.name)) }

  private func forEachPiece(
    telling tell: (Int) -> Void, _ body: ([Entry]) throws -> Void
  ) throws -> [LibraryExport.Count] {
    try database.read {
      var counts: [LibraryExport.Count] = []
      for (table, kind, columns) in Self.tables {
        var count = LibraryExport.Count(table: table, rows: 0)
        var last: Int64 = 0
        while true {
          let piece = try piece(of: table, kind, columns, after: last)
          guard let end = piece.last else { break }
          try body(piece.map(\.entry))
          count.rows += piece.count
          tell(counts.reduce(count.rows) { $0 + $1.rows })
          last = end.localID
        }
        if count.rows > 0 { counts.append(count) }
      }
      return counts
    }
  }

  private func piece(
    of table: String, _ kind: ForeignRecord.Kind, _ columns: String, after last: Int64
  ) throws -> [(localID: Int64, entry: Entry)] {
    try database.connection.all(
      """
      SELECT row.id, row.cloud_id, row.verse_ref, row.created_at, row.updated_at, \(columns)
      FROM \(table) AS row WHERE row.deleted_at IS NULL AND row.id > ?1 ORDER BY row.id LIMIT ?2
      """, .integer(last), .integer(Int64(Limits.exportPiece))
    ) { row in
      let reference = row.text(2)
      return (
        localID: row.integer(0),
        entry: Entry(
          kind: kind, id: row.text(1),
          reference: Reference(canonical: reference)?.formatted(.long) ?? reference,
          text: row.text(5), tags: TagList.read(row.text(6)), collection: row.text(7),
          color: row.text(8), label: row.text(9), created: row.text(3), updated: row.text(4))
      )
    }
  }
}
