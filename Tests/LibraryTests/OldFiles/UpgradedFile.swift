import ChangeQueue
import Glibc
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// A file of the app in a folder of its own, to be upgraded.
struct UpgradedFile {
  let folder: TemporaryFolder
  let path: String

  init(
    version: Int64, hasSyncPlan: Bool = false, marksVersion: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    path = folder.path("user.db")
    try AppFileMaker.make(
      at: path, version: version, hasSyncPlan: hasSyncPlan, marksVersion: marksVersion)
  }

  /// One that is there already.
  init(folder: TemporaryFolder, path: String) throws {
    self.folder = folder
    self.path = path
  }

  /// A day after every time in the file but one.
  static var surroundings: SeededSurroundings {
    SeededSurroundings(
      seed: 1, start: Instant("2026-05-01T00:00:00Z") ?? Instant(milliseconds: 0),
      step: .milliseconds(1))
  }

  @discardableResult
  func upgrade(isReadOnly: Bool = false) throws -> AppUpgradeReport? {
    try AppUpgrade.run(
      path: path, catalog: try .lectern(), surroundings: Self.surroundings, isReadOnly: isReadOnly)
  }

  func open() throws -> UserDatabase {
    try UserDatabase.open(
      path: path, catalog: try .lectern(), surroundings: Self.surroundings, binding: "here")
  }

  /// Rows of a statement, each as texts with `|` between; null is nothing.
  func rows(_ sql: String) throws -> [String] {
    try Self.rows(sql, on: Connection(path: path, mode: .readOnly))
  }

  private static func rows(_ sql: String, on connection: Connection) throws -> [String] {
    let statement = try connection.prepare(sql)
    return try statement.all { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  private static let form = Result { try LocalForm(.lectern()) }

  /// Every row of every table of ours, but for what makes one device differ from another.
  func dump() throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try Self.form.get().parts.filter { $0.kind == "table" }.flatMap { part in
      let isRows = !part.sql.contains("VIRTUAL")
      let rows = isRows ? try Self.rows("SELECT * FROM \(part.name)", on: connection) : []
      return rows.map { "\(part.name): \($0)" }
    }
  }

  /// The bytes of a file beside the library; none where it is not there.
  func bytes(_ name: String) -> [UInt8] {
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    return Self.bytes("\(folder)/\(name)")
  }

  private static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Copies the library and its logs, as a crash would leave them.
  func copy(to folder: String) {
    mkdir(folder, 0o700)
    for name in ["user.db", "user.db-wal", "user.db-journal"] {
      let bytes = bytes(name)
      if !bytes.isEmpty { Self.write(bytes, to: "\(folder)/\(name)") }
    }
  }

  /// The names in the folder.
  var files: [String] { Self.names(in: folder.path).filter { !$0.hasSuffix("-shm") } }

  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }
}
