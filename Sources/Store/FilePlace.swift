import CSQLite
import Glibc

/// A database file as the system has it: what may be done there, and what lies beside it.
struct FilePlace {
  let path: String

  /// Whether file and folder may be written: a log is made beside the file.
  var canBeWritten: Bool { access(path, W_OK) == 0 && access(folder, W_OK) == 0 }

  /// Whether it is there and may be read.
  var canBeRead: Bool { access(path, R_OK) == 0 }

  /// Whether a log is there, read or not.
  var hasLog: Bool { access("\(path)-wal", F_OK) == 0 }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name by which SQLite opens it for one who only reads.
  ///
  /// A log needs a place to be made in, also to read. Where there is none, and none is needed, the
  /// file is taken as one that nobody changes.
  /// Source: https://www.sqlite.org/wal.html#read_only_databases
  var nameForReading: (name: String, flags: Int32) {
    guard path != ":memory:", canBeRead, !canBeWritten, !hasLog else { return (path, 0) }
    var name = "file:"
    for byte in path.utf8 {
      switch byte {
      case 0x2d...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: name.unicodeScalars.append(.init(byte))
      default: name += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
    return (name + "?immutable=1", SQLITE_OPEN_URI)
  }

  /// Takes an empty log away that only reading made: who may write does so with its last close.
  func removeEmptyLog() {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    if sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK {
      sqlite3_exec(opened, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
    }
    sqlite3_close_v2(opened)
  }
}

extension Connection {
  /// Whether a file is there that may be read and not written.
  package static func isForReadingOnly(_ path: String) -> Bool {
    let place = FilePlace(path: path)
    return path != ":memory:" && place.canBeRead && !place.canBeWritten
  }
}
