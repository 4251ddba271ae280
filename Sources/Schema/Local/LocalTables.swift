extension Catalog {
  /// The version of our file form, in `user_version`.
  ///
  /// | version | came with |
  /// |---|---|
  /// | 1 | the tables that travel |
  /// | 2 | what stays on the device, and what upgrades of the app's files keep |
  /// | 3 | entries of new rows carry the stamp of their row |
  /// | 4 | preferences of one device are refused where rows travel; stamps of what a reset hid |
  /// | 5 | no trigger on the queue itself |
  /// | 6 | an index of dead rows |
  package static let localVersion: Int64 = 6
  /// Marks a file as ours, in `application_id`: "LECT".
  package static let applicationID: Int64 = 0x4c45_4354

  /// The SQL that makes an empty file ours: synced tables, bookkeeping, what stays here, triggers.
  package var localSchema: String {
    let synced = tables.map {
      $0.localTable + "\n" + $0.localIndexStatements.joined(separator: "\n")
    }
    let triggers = tables.flatMap(\.captureTriggers)
    return ([Self.bookkeeping, Self.localOnlyTables] + synced + [fullTextSchema] + triggers)
      .joined(separator: "\n")
  }

  /// The part of it that makes the indexes of full text, empty, with every row waiting.
  package var fullTextSchema: String {
    tables.compactMap(\.fullText?.schema).joined(separator: "\n")
  }

  /// Tables of the sync engine itself.
  ///
  /// `sync_applying` holds a row only inside a transaction that applies what came from elsewhere:
  /// the triggers look there. `sync_writing` holds one only inside a transaction of Lectern that
  /// gives stamps: those later than `since` are of it. `sync_replaced` holds one only inside a
  /// statement whose row takes the place of another. `created_at` of the queue follows from the
  /// wall reading.
  private static let bookkeeping = """
    CREATE TABLE sync_state(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_applying(id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE sync_writing(since TEXT NOT NULL) STRICT;
    CREATE TABLE sync_replaced(table_name TEXT NOT NULL, local_id INTEGER NOT NULL) STRICT;
    CREATE TABLE sync_queue(
      id INTEGER PRIMARY KEY,
      operation TEXT NOT NULL,
      payload_json TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      error_code TEXT,
      table_name TEXT NOT NULL DEFAULT '',
      local_id INTEGER NOT NULL,
      cloud_id TEXT,
      stamp TEXT,
      wall_ms INTEGER NOT NULL,
      not_before_ms INTEGER,
      state TEXT NOT NULL DEFAULT 'ready',
      was_sent INTEGER NOT NULL DEFAULT 0,
      created_at TEXT GENERATED ALWAYS AS
        (strftime('%Y-%m-%dT%H:%M:%fZ', wall_ms / 1000.0, 'unixepoch')) VIRTUAL
    ) STRICT;
    CREATE INDEX sync_queue_by_row ON sync_queue(table_name, local_id);
    CREATE INDEX sync_queue_parked ON sync_queue(table_name, local_id) WHERE state = 'parked';
    CREATE TABLE sync_log(
      id INTEGER PRIMARY KEY,
      table_name TEXT NOT NULL,
      local_id INTEGER NOT NULL,
      cloud_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      sent_at_ms INTEGER NOT NULL,
      seq INTEGER,
      result TEXT NOT NULL
    ) STRICT;
    CREATE TABLE sync_shelf(
      table_name TEXT NOT NULL,
      cloud_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      row_json TEXT NOT NULL,
      PRIMARY KEY(table_name, cloud_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_set_aside(
      id INTEGER PRIMARY KEY,
      table_name TEXT NOT NULL,
      values_json TEXT NOT NULL
    ) STRICT;
    CREATE TABLE sync_unknown(
      table_name TEXT NOT NULL,
      cloud_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      row_json TEXT NOT NULL,
      PRIMARY KEY(table_name, cloud_id)
    ) STRICT, WITHOUT ROWID;
    """

  /// The present time as a default, in the one form of times.
  static let localNow = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
}

extension SyncedTable {
  /// CREATE TABLE on the device.
  ///
  /// Local ids are never used twice: people type them. References are checked at commit, so that a
  /// raw DELETE may be turned into a tombstone first.
  /// `seq`: what the cloud acknowledged; NULL not yet; -1 in the local trash, not to be offered;
  /// -2 - n acknowledged as n, but not seen again since a reset.
  var localTable: String {
    var lines = ["id INTEGER PRIMARY KEY AUTOINCREMENT"]
    lines += columns.map(\.localDefinition)
    if !isMonotone { lines.append("deleted_at TEXT") }
    lines += [
      "updated_at TEXT NOT NULL DEFAULT \(Catalog.localNow)", "cloud_id TEXT UNIQUE",
      "seq INTEGER", "stamp TEXT", "stamps TEXT",
    ]
    lines += localColumns
    if case .named(let key) = identity {
      lines.append("UNIQUE(\(key.joined(separator: ", ")))")
    }
    return "CREATE TABLE \(name)(\n  \(lines.joined(separator: ",\n  "))\n) STRICT;"
  }

  var localIndexStatements: [String] {
    let dead = "CREATE INDEX \(name)_dead ON \(name)(seq) WHERE deleted_at IS NOT NULL;"
    return (isMonotone ? [] : [dead])
      + localIndexes.map { index in
        let key =
          switch index.key {
          case .columns(let columns): columns
          case .verse(let column): Catalog.verseKey(column)
          }
        let condition = index.condition.map { " WHERE \($0)" } ?? ""
        return "CREATE INDEX \(index.name) ON \(name)(\(key))\(condition);"
      }
  }
}

extension SyncedColumn {
  var localDefinition: String {
    var words = [name, localType]
    if !isNullable { words.append("NOT NULL") }
    if let literal = defaultLiteral {
      words.append("DEFAULT \(literal == Catalog.nowDefault ? Catalog.localNow : literal)")
    }
    // The cloud cannot hold it, nor can JSON carry it everywhere.
    if kind == .text { words.append("CHECK(instr(\(name), char(0)) = 0)") }
    if kind == .set {
      words.append("CHECK(json_valid(\(name)) AND json_type(\(name)) = 'array')")
    }
    if let check { words.append("CHECK(\(check))") }
    if let parent { words.append("REFERENCES \(parent)(id) DEFERRABLE INITIALLY DEFERRED") }
    return words.joined(separator: " ")
  }

  private var localType: String {
    switch kind {
    case .integer, .reference: "INTEGER"
    case .text, .time, .set: "TEXT"
    }
  }
}

extension Catalog {
  /// Whether a table of the file is the engine's own: what it remembers, and its indexes.
  package func isEngineTable(_ name: String) -> Bool {
    name.hasPrefix("sync_")
      || tables.contains { table in table.fullText.map { name.hasPrefix($0.index) } ?? false }
  }
}
