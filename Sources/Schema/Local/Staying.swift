extension SyncedTable {
  /// Rows of a table that travels which themselves never do, told by the value of one column.
  ///
  /// | such a row | becomes |
  /// |---|---|
  /// | written by a person, with any tool | refused in words |
  /// | come from the cloud, where another program put it | kept as it came; nothing of it is sent |
  /// | written here by an earlier Lectern | moved to the table where such things are kept |
  package struct Staying: Sendable, Hashable {
    /// The column that tells.
    package let column: String
    /// Its values that stay.
    package let values: [String]
    /// What a person is told.
    let refusal: String
    /// Where such rows are kept instead, and as what: an INSERT after its INTO, before its FROM.
    let place: String

    package init(column: String, values: [String], refusal: String, place: String) {
      self.column = column
      self.values = values
      self.refusal = refusal
      self.place = place
    }

    var list: String { values.map { "'\($0)'" }.joined(separator: ", ") }
  }

  /// Refuse such rows.
  var stayingTriggers: [String] {
    guard let staying else { return [] }
    let names = columns.map(\.name).joined(separator: ", ")
    return [("given", "INSERT"), ("changed", "UPDATE OF \(names)")].map { name, event in
      """
      CREATE TRIGGER \(self.name)_staying_\(name) BEFORE \(event) ON \(self.name)
      WHEN NEW.\(staying.column) IN (\(staying.list)) AND \(Self.isOurs) BEGIN
        SELECT RAISE(ABORT, '\(staying.refusal)');
      END;
      """
    }
  }

  /// What the triggers that note a change ask of a row beside all else: of those that are here, and
  /// stay, nothing is told. `row` is its name with a point, or nothing.
  ///
  /// Why not a trigger on the queue: each change of any table would pay for it.
  package func travels(_ row: String) -> String {
    staying.map { " AND \(row)\($0.column) NOT IN (\($0.list))" } ?? ""
  }

  /// Moves what an earlier Lectern let in. What the cloud has, and nobody edited here, is another
  /// device's. No trigger may be there yet.
  package var stayingMove: String? {
    guard let staying else { return nil }
    let queued = "id IN (SELECT local_id FROM sync_queue WHERE table_name = '\(name)')"
    let rows = "\(staying.column) IN (\(staying.list))"
    return """
      INSERT OR IGNORE INTO \(staying.place) FROM \(name)
        WHERE \(rows) AND deleted_at IS NULL AND (seq IS NULL OR \(queued));
      DELETE FROM sync_queue WHERE table_name = '\(name)'
        AND local_id IN (SELECT id FROM \(name) WHERE \(rows));
      DELETE FROM \(name) WHERE \(rows) AND seq IS NULL;
      """
  }
}
