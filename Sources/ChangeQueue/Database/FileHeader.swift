import Glibc

/// What the first hundred bytes of a database file say of it (sqlite.org/fileformat2.html §1.3).
///
/// Why not ask SQLite: it opens the write-ahead log and reads the whole schema before it answers.
package struct FileHeader {
  /// Whose file it is, and in which form: `PRAGMA application_id` and `PRAGMA user_version`.
  package let applicationID, version: Int64
  /// Whether it has a write-ahead log.
  package let isLogged: Bool

  /// Nil where the file is none of SQLite's, is empty or cannot be read.
  package init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard pread(file, &bytes, bytes.count, 0) == bytes.count,
      bytes.starts(with: Array("SQLite format 3\0".utf8))
    else { return nil }
    applicationID = Self.number(bytes[68..<72])
    version = Self.number(bytes[60..<64])
    isLogged = bytes[18] == 2 && bytes[19] == 2
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
