/// Full text over one column of a table: an FTS5 index and the marks of rows it is behind on.
///
/// Indexing a row as it is written costs twice the write. So a trigger only marks the row, keeping
/// the text that the index holds of it, and marks are folded in together: at 50, and before any
/// search.
package struct FullText: Sendable, Hashable {
  /// The name of the FTS5 table.
  package let index: String
  /// The table it indexes.
  package let table: String
  /// The column it indexes.
  package let column: String

  package init(index: String, table: String, column: String) {
    self.index = index
    self.table = table
    self.column = column
  }

  /// The table of rows that the index is behind on.
  package var marks: String { "\(index)_marks" }

  var schema: String {
    """
    CREATE VIEW \(index)_content AS
      SELECT id, \(column) FROM \(table) WHERE deleted_at IS NULL;
    CREATE VIRTUAL TABLE \(index) USING fts5(
      \(column), content='\(index)_content', content_rowid='id');
    CREATE TABLE \(marks)(id INTEGER PRIMARY KEY, indexed_text TEXT) STRICT;
    """
  }

  /// Brings the index up to the table. Two sets, not a loop: a tenth of the cost.
  package var fold: [String] {
    [
      """
      INSERT INTO \(index)(\(index), rowid, \(column))
        SELECT 'delete', id, indexed_text FROM \(marks) WHERE indexed_text IS NOT NULL
      """,
      """
      INSERT INTO \(index)(rowid, \(column))
        SELECT row.id, row.\(column) FROM \(marks) AS mark JOIN \(table) AS row ON row.id = mark.id
        WHERE row.deleted_at IS NULL
      """,
      "DELETE FROM \(marks)",
    ]
  }

  private func mark(_ id: String, _ text: String, from source: String = "") -> String {
    """
    INSERT INTO \(marks)(id, indexed_text) SELECT \(id), \(text) \(source)
        \(source.isEmpty ? "WHERE" : "AND") NOT EXISTS
          (SELECT 1 FROM \(marks) AS known WHERE known.id = \(id));
    """
  }

  func triggers(of table: SyncedTable) -> [String] {
    let old = "CASE WHEN OLD.deleted_at IS NULL THEN OLD.\(column) END"
    let way = table.inTheWayRows
    return [
      """
      CREATE TRIGGER \(index)_replaced BEFORE INSERT ON \(table.name)
      WHEN EXISTS (SELECT 1 FROM \(table.name) WHERE id = NEW.id)
        OR EXISTS (SELECT 1 FROM \(table.name) WHERE cloud_id = NEW.cloud_id) BEGIN
        \(mark("standing.id", "CASE WHEN deleted_at IS NULL THEN \(column) END",
          from: "FROM \(table.name) AS standing WHERE (\(way))"))
      END;
      """,
      """
      CREATE TRIGGER \(index)_inserted AFTER INSERT ON \(table.name) BEGIN
        \(mark("NEW.id", "NULL"))
      END;
      """,
      """
      CREATE TRIGGER \(index)_updated AFTER UPDATE OF id, \(column), deleted_at ON \(table.name)
      WHEN OLD.\(column) IS NOT NEW.\(column) OR OLD.id <> NEW.id
        OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
        \(mark("OLD.id", old))
        \(mark("NEW.id", "NULL"))
      END;
      """,
      """
      CREATE TRIGGER \(index)_deleted AFTER DELETE ON \(table.name) BEGIN
        \(mark("OLD.id", old))
      END;
      """,
    ]
  }
}
