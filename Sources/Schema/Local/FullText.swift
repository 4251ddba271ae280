/// Full text over one column of a table: an FTS5 index, and what it is behind on.
///
/// Indexing a row as it is written costs twice the write. So new rows, those beyond the last id
/// that was indexed, just wait; of others a trigger marks the id, keeping the text that the index
/// holds of it. All are folded in together: when there are many, and before any search.
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

  /// The rows within the index that it is wrong about.
  package var marks: String { "\(index)_marks" }
  /// Holds one number: the last id that was indexed. No row beyond it is in the index or marked.
  package var end: String { "\(index)_end" }

  /// Whether the index has something to catch up with: 1 or 0.
  package var isBehind: String {
    """
    SELECT EXISTS (SELECT 1 FROM \(marks))
      OR EXISTS (SELECT 1 FROM \(table) WHERE id > (SELECT id FROM \(end)))
    """
  }

  /// How many rows wait, about: ids that were never given count too.
  package var waiting: String {
    """
    SELECT (SELECT count(*) FROM \(marks))
      + max(0, coalesce((SELECT max(id) FROM \(table)), 0) - (SELECT id FROM \(end)))
    """
  }

  /// The ids that the index is behind on.
  package var waitingIDs: String {
    """
    SELECT id FROM \(marks)
    UNION ALL SELECT id FROM \(table) WHERE id > (SELECT id FROM \(end))
    """
  }

  var schema: String {
    """
    CREATE VIEW \(index)_content AS
      SELECT id, \(column) FROM \(table) WHERE deleted_at IS NULL;
    CREATE VIRTUAL TABLE \(index) USING fts5(
      \(column), content='\(index)_content', content_rowid='id');
    CREATE TABLE \(marks)(id INTEGER PRIMARY KEY, indexed_text TEXT) STRICT;
    CREATE TABLE \(end)(id INTEGER PRIMARY KEY) STRICT;
    INSERT INTO \(end)(id) VALUES(0);
    """
  }

  /// Brings the index up to the table. Sets, not a loop: a tenth of the cost.
  ///
  /// CROSS JOIN: marks first, since SQLite takes them for as many as the rows.
  package var fold: [String] {
    [
      """
      INSERT INTO \(index)(\(index), rowid, \(column))
        SELECT 'delete', id, indexed_text FROM \(marks) WHERE indexed_text IS NOT NULL
      """,
      """
      INSERT INTO \(index)(rowid, \(column))
        SELECT row.id, row.\(column) FROM \(marks) AS mark
        CROSS JOIN \(table) AS row ON row.id = mark.id WHERE row.deleted_at IS NULL
      """,
      """
      INSERT INTO \(index)(rowid, \(column))
        SELECT id, \(column) FROM \(table)
        WHERE id > (SELECT id FROM \(end)) AND deleted_at IS NULL
      """,
      "DELETE FROM \(marks)",
      "UPDATE \(end) SET id = max(id, coalesce((SELECT max(id) FROM \(table)), 0))",
    ]
  }

  private func mark(_ id: String, _ text: String, from source: String = "") -> String {
    """
    INSERT INTO \(marks)(id, indexed_text) SELECT \(id), \(text) \(source)
        \(source.isEmpty ? "WHERE" : "AND") \(id) <= (SELECT id FROM \(end)) AND NOT EXISTS
          (SELECT 1 FROM \(marks) AS known WHERE known.id = \(id));
    """
  }

  /// Marks rows that are about to be replaced: those that `ways` finds.
  func markReplaced(_ ways: String) -> String {
    mark(
      "standing.id", "CASE WHEN deleted_at IS NULL THEN \(column) END",
      from: "FROM \(table) AS standing WHERE (\(ways))")
  }

  func triggers(of table: SyncedTable) -> [String] {
    let old = "CASE WHEN OLD.deleted_at IS NULL THEN OLD.\(column) END"
    return [
      """
      CREATE TRIGGER \(index)_inserted AFTER INSERT ON \(table.name)
      WHEN NEW.id <= (SELECT id FROM \(end)) BEGIN
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
