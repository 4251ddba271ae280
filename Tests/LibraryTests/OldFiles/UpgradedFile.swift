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
    let connection = try Connection(path: path, mode: .readOnly)
    let statement = try connection.prepare(sql)
    return try statement.all { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
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
