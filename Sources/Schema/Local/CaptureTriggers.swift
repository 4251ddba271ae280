/// Triggers in plain SQL, so that every tool may write the file: they note what changed, no more.
///
/// | what happens | noted as | payload |
/// |---|---|---|
/// | INSERT | INSERT | column → new |
/// | UPDATE | UPDATE | changed column → [new, old] |
/// | UPDATE of its local id | MOVE | the id it had |
/// | DELETE | DELETE | the row as it was |
/// | INSERT or UPDATE where another row stands in the way | REPLACE | that row as it was |
///
/// REPLACE is noted before it happens, since without recursive triggers the row then goes in
/// silence; where it did not go after all, the note is dropped. Lectern stamps and completes the
/// notes.
extension SyncedTable {
  var captureTriggers: [String] {
    [insertTrigger, updateTrigger, deleteTrigger, moveTrigger, identityTrigger]
      + referenceTriggers + followTriggers + replaceTriggers + stayingTriggers
      + (fullText?.triggers(of: self) ?? [])
  }

  private var trackedNames: [String] {
    columns.map(\.name) + (isMonotone ? [] : [Catalog.deletedAt.name])
  }

  static let isOurs = "NOT EXISTS (SELECT 1 FROM sync_applying)"
  /// Half a millisecond more, since a day number may fall short of its millisecond by a hair.
  private static let wall = "CAST((julianday('now') - 2440587.5) * 86400000 + 0.5 AS INTEGER)"

  /// A stamp that this very transaction of Lectern gave; other tools can give none.
  private static let ownStamp = """
    CASE WHEN NEW.cloud_id IS NOT NULL AND NEW.stamp > (SELECT since FROM sync_writing)
        THEN NEW.stamp END
    """

  private func note(
    _ operation: String, id: String, cloudID: String = "NULL", stamp: String = "NULL"
  ) -> String {
    """
    INSERT INTO sync_queue(
        operation, table_name, local_id, cloud_id, stamp, wall_ms, payload_json)
      SELECT '\(operation)', '\(name)', \(id), \(cloudID), \(stamp), \(Self.wall),
    """
  }

  private var insertTrigger: String {
    """
    CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name) WHEN \(Self.isOurs) BEGIN
      \(note("INSERT", id: "NEW.id", cloudID: "NEW.cloud_id", stamp: Self.ownStamp))
      \(cells("NEW."));
    END;
    """
  }

  private func cells(_ row: String) -> String {
    "json_object(\(trackedNames.map { "'\($0)', \(row)\($0)" }.joined(separator: ", ")))"
  }

  private var updateTrigger: String {
    let names = trackedNames
    let changed = names.map { "OLD.\($0) IS NOT NEW.\($0)" }
    let cells = zip(names, changed).map { name, isChanged in
      "'\(name)', CASE WHEN \(isChanged) THEN json_array(NEW.\(name), OLD.\(name)) END"
    }
    return """
      CREATE TRIGGER \(name)_updated AFTER UPDATE OF \(names.joined(separator: ", ")) ON \(name)
      WHEN (\(changed.joined(separator: " OR "))) AND \(Self.isOurs)\(travels("NEW.")) BEGIN
        \(note("UPDATE", id: "NEW.id", cloudID: "NEW.cloud_id"))
        json_patch('{}', json_object(\(cells.joined(separator: ", "))));
      END;
      """
  }

  private var deleteTrigger: String {
    """
    CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name)
    WHEN \(Self.isOurs)\(travels("OLD.")) BEGIN
      \(note("DELETE", id: "OLD.id", cloudID: "OLD.cloud_id")) \(image("OLD."));
    END;
    """
  }

  /// Under another cloud id a row would be another one, and nothing would tell what became of the
  /// first.
  private var identityTrigger: String {
    """
    CREATE TRIGGER \(name)_renamed BEFORE UPDATE OF cloud_id ON \(name)
    WHEN OLD.cloud_id IS NOT NULL AND NEW.cloud_id IS NOT OLD.cloud_id AND \(Self.isOurs) BEGIN
      SELECT RAISE(ABORT, 'cloud_id is what the row is known by elsewhere: it cannot be changed');
    END;
    """
  }

  /// A row that changes its local id takes its queue entries along.
  private var moveTrigger: String {
    """
    CREATE TRIGGER \(name)_moved AFTER UPDATE OF id ON \(name) WHEN OLD.id <> NEW.id BEGIN
      UPDATE sync_queue SET local_id = NEW.id WHERE table_name = '\(name)' AND local_id = OLD.id
        AND (cloud_id IS NEW.cloud_id OR cloud_id IS NULL AND operation = 'INSERT')
        AND (stamp IS NOT NULL OR operation IN ('INSERT', 'UPDATE'));
      \(note("MOVE", id: "NEW.id", cloudID: "NEW.cloud_id")) json_object('from', OLD.id)
      WHERE NEW.cloud_id IS NOT NULL AND \(Self.isOurs)\(travels("NEW."));
    END;
    """
  }

  /// A row cannot refer to one that is not there, also where a tool has foreign keys switched off.
  /// A new one is looked at afterwards: triggers before an insert cost most.
  private var referenceTriggers: [String] {
    references.flatMap { column -> [String] in
      guard let parent = column.parent else { return [] }
      return ["INSERT", "UPDATE OF \(column.name)"].map { event in
        """
        CREATE TRIGGER \(name)_\(column.name)_\(event == "INSERT" ? "given" : "changed")
        \(event == "INSERT" ? "AFTER" : "BEFORE") \(event) ON \(name)
        WHEN NEW.\(column.name) IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM \(parent) WHERE id = NEW.\(column.name))
          AND \(Self.isOurs) BEGIN
          SELECT RAISE(ABORT, '\(name).\(column.name) refers to a row that is not there');
        END;
        """
      }
    }
  }

  /// And the rows that refer to it, also where a tool has foreign keys switched off.
  var followTriggers: [String] {
    references.compactMap { column in
      column.parent.map { parent in
        """
        CREATE TRIGGER \(name)_\(column.name)_moved AFTER UPDATE OF id ON \(parent)
        WHEN OLD.id <> NEW.id BEGIN
          UPDATE \(name) SET \(column.name) = NEW.id WHERE \(column.name) = OLD.id;
        END;
        """
      }
    }
  }

  /// The whole row: its values by column, and what sync keeps of it.
  private func image(_ row: String) -> String {
    """
    json_object('values', \(cells(row)), 'seq', \(row)seq,
        'stamp', \(row)stamp, 'stamps', json(\(row)stamps))
    """
  }

  /// What stands in the way is only listed, in `sync_replaced`, and there the trigger on that list
  /// does the rest: each run of a trigger costs what its longest branch would need. The index of
  /// full text marks such rows as well, whoever writes.
  private var replaceTriggers: [String] {
    let isDue = fullText == nil ? "\(Self.isOurs) AND " : ""
    let names = (["id", "cloud_id"] + naturalKey).joined(separator: ", ")
    let events = ["INSERT", "UPDATE OF \(names)"]
    let lists = events.map { event in
      let isInsert = event == "INSERT"
      let others = isInsert ? "" : " AND id <> OLD.id"
      return """
        CREATE TRIGGER \(name)_replaced_by_\(isInsert ? "insert" : "update") BEFORE \(event)
        ON \(name) WHEN \(isDue)(\(inTheWay(others))) BEGIN
          INSERT INTO sync_replaced(table_name, local_id) SELECT '\(name)', id FROM \(name)
          WHERE (\(inTheWayRows))\(others);
        END;
        """
    }
    return lists + [
      """
      CREATE TRIGGER \(name)_replaced AFTER INSERT ON sync_replaced
      WHEN NEW.table_name = '\(name)' BEGIN
        \(note("REPLACE", id: "id", cloudID: "cloud_id")) \(image(""))
        FROM \(name) WHERE id = NEW.local_id AND \(Self.isOurs)\(travels(""));
        \(fullText?.markReplaced("standing.id = NEW.local_id") ?? "")
        DELETE FROM sync_replaced;
      END;
      """
    ]
  }

  /// The columns that name a row; none where ids are drawn.
  package var naturalKey: [String] { if case .named(let key) = identity { key } else { [] } }

  private var keyMatch: String? {
    naturalKey.isEmpty
      ? nil : naturalKey.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
  }

  private var wayConditions: [String] {
    ["id = NEW.id", "cloud_id = NEW.cloud_id"] + (keyMatch.map { ["(\($0))"] } ?? [])
  }

  var inTheWayRows: String { wayConditions.joined(separator: " OR ") }

  private func inTheWay(_ others: String) -> String {
    wayConditions.map { "EXISTS (SELECT 1 FROM \(name) WHERE \($0)\(others))" }
      .joined(separator: " OR ")
  }
}
