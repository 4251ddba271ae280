package import Vocabulary

/// What SQLite refuses, in words.
package enum StoreError: Explained, Equatable {
  /// The file cannot be opened or made; repeating helps once the cause is gone.
  case cannotOpen(path: String, reason: String)
  /// The file is something else, or another program's database; it was left as it was.
  case notADatabase(path: String)
  /// Another program's database; it was left as it was.
  case foreign(path: String, found: String)
  /// Made by a later Lectern; it was left as it was.
  case newer(path: String, found: Int64, known: Int64)
  /// Made by an earlier version, and may only be read: what it lacks cannot be made.
  case needsUpgrade(path: String, found: String)
  /// A file is there already, and nothing is ever written over.
  case exists(path: String)
  /// Somebody moved, replaced or removed the file while it was open.
  case gone(path: String)
  /// Another process kept the write lock for too long. Repeating is safe.
  case busy(path: String)
  case readOnly(path: String)
  /// The disk is full; the transaction was undone. Repeating is safe once there is room.
  case full(path: String)
  /// A row has the greatest id there is, so that no new one gets any.
  case idsExhausted(table: String)
  case inputOutput(path: String, reason: String)
  /// The disk in memory that the file was opened on has crashed since.
  case down(path: String)
  case corrupt(path: String, reason: String)
  /// A rule of a table: CHECK, UNIQUE, NOT NULL or a foreign key.
  case constraint(reason: String, extendedCode: Int32)
  /// The person interrupted it.
  case interrupted
  /// A script's SQL that would write what only the engine writes.
  case ownTable(name: String)
  /// SQL that cannot be run: syntax, unknown names, wrong parameters.
  case sql(reason: String, text: String)

  package var kind: ErrorKind {
    switch self {
    case .cannotOpen, .notADatabase, .foreign, .newer, .exists, .constraint, .sql: .badValue
    case .busy: .busy
    case .gone: .notFound
    case .readOnly, .needsUpgrade: .readOnly
    case .full, .inputOutput, .interrupted: .limit
    case .ownTable, .down: .refused
    case .idsExhausted: .conflict
    case .corrupt: .corrupt
    }
  }

  package var code: String {
    switch self {
    case .cannotOpen: "store.cannot_open"
    case .notADatabase: "store.not_a_database"
    case .foreign: "store.foreign"
    case .newer: "store.newer"
    case .needsUpgrade: "store.needs_upgrade"
    case .exists: "store.exists"
    case .gone: "store.gone"
    case .busy: "store.busy"
    case .readOnly: "store.read_only"
    case .full: "store.full"
    case .idsExhausted: "store.ids_exhausted"
    case .inputOutput: "store.input_output"
    case .down: "store.down"
    case .corrupt: "store.corrupt"
    case .constraint: "store.constraint"
    case .interrupted: "store.interrupted"
    case .ownTable: "store.own_table"
    case .sql: "store.sql"
    }
  }

  package var summary: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .notADatabase(let path): "\(path) is not a database"
    case .foreign(let path, let found): "\(path) is another program's database (\(found))"
    case .newer(let path, let found, let known):
      "\(path) has version \(found); this lectern knows up to version \(known)"
    case .needsUpgrade(let path, let found): "\(path) is \(found), and not upgraded yet"
    case .exists(let path): "\(path) is there already"
    case .gone(let path): "\(path) was removed or replaced while it was open"
    case .busy(let path): "\(path) is in use by another program"
    case .readOnly(let path): "\(path) cannot be written"
    case .full(let path): "no room left for \(path)"
    case .idsExhausted(let table): "\(table) once had a row with the greatest id there is"
    case .inputOutput(let path, let reason): "cannot read or write \(path): \(reason)"
    case .down(let path): "\(path) was open when its device went down"
    case .corrupt(let path, let reason): "\(path) is damaged: \(reason)"
    case .constraint(let reason, _): reason
    case .interrupted: "interrupted"
    case .ownTable(let name): "\(name) is kept by lectern itself and cannot be written"
    case .sql(let reason, _): reason
    }
  }

  package var hint: String? {
    switch self {
    case .cannotOpen: "check that the folder exists and may be written"
    case .notADatabase, .foreign: "name another file; this one was left as it was"
    case .newer: "update lectern; the file was left as it was"
    case .needsUpgrade: "open it once without --read-only; the file was left as it was"
    case .exists: "name another file; nothing is written over"
    case .gone: "nothing was written; put the file back, or leave and start again"
    case .busy: "nothing was changed; try again when the other program has finished"
    case .readOnly(let path):
      Connection.isForReadingOnly(path)
        ? "nothing was changed; the permissions of the file and its folder allow reading only"
        : "nothing was changed; leave out --read-only to write"
    case .full: "nothing was changed; free some space and try again"
    case .idsExhausted(let table):
      "give that row a smaller id, then: UPDATE sqlite_sequence SET seq = "
        + "(SELECT max(id) FROM \(table)) WHERE name = '\(table)'"
    case .inputOutput: "nothing was changed; check the disk"
    case .down: "restart the device first"
    case .corrupt:
      "keep a copy of the file; 'lectern doctor' says more, 'lectern restore FILE' puts a backup "
        + "in its place, a new library gets what the cloud has, and 'sqlite3 FILE .recover' may "
        + "save the rest"
    case .constraint, .interrupted: nil
    case .ownTable: "SELECT reads it; queue, sync and notes have functions that change it"
    case .sql(_, let text): text.isEmpty ? nil : "in: \(text.prefix(200))"
    }
  }
}
