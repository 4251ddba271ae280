import ChangeQueue
import Glibc
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// A library is copied, goes on, and its copy takes its place again.
@Suite struct BackupTests {
  private let folder: TemporaryFolder
  private let library: String
  private let backup: String
  private let catalog: Catalog

  init() throws {
    folder = try TemporaryFolder()
    library = "\(folder.path)/user.db"
    backup = "\(folder.path)/copy.db"
    catalog = try .lectern()
  }

  private func restore() throws -> RestoredLibrary {
    try RestoredLibrary(from: backup, at: library, catalog) { _, _ in }
  }

  private func texts(_ device: FleetDevice) throws -> [String] {
    try device.database.connection.all(
      "SELECT note_text FROM user_notes WHERE deleted_at IS NULL ORDER BY note_text"
    ) { $0.text(0) }
  }

  /// Two devices, one in a file, with a backup of it and edits after that.
  private func fleet() throws -> Fleet {
    let fleet = try Fleet(seed: 41, count: 1)
    let device = try fleet.add(path: library)
    try device.run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 1', 'a'), ('john 2', 'b')")
    try fleet.settle()
    try device.run("UPDATE user_notes SET note_text = 'b2' WHERE note_text = 'b'")
    try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3', 'c')")
    let contents = try LibraryCopy.make(of: library, at: backup, catalog)
    #expect(contents.unsent == 2 && contents.owner == Fleet.account.text)
    #expect(contents.rows.map(\.count) == [3])
    try fleet.settle()
    try device.run("UPDATE user_notes SET note_text = 'a2' WHERE note_text = 'a'")
    try device.run("UPDATE user_notes SET deleted_at = '2026-02-01T00:00:00.000Z' WHERE id = 2")
    try device.run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 4', 'd')")
    try fleet.settle()
    return fleet
  }

  @Test func `after a restore a sync brings back all that was sent, and nothing twice`() throws {
    let fleet = try fleet()
    let old = fleet.devices[1].database.clock.device
    try fleet.devices[1].run("INSERT INTO user_notes(verse_ref, note_text) VALUES('john 5', 'e')")
    fleet.drop(1)
    let restored = try restore()
    #expect(restored.contents.unsent == 2 && restored.keptContents?.unsent == 1)
    let again = try fleet.add(path: library)
    #expect(try texts(again) == ["a", "b2", "c"])
    #expect(again.database.clock.device != old)
    try fleet.settle()
    #expect(try texts(again) == ["a2", "c", "d"])
    #expect(try texts(fleet.devices[0]) == ["a2", "c", "d"])
    #expect(try fleet.difference() == nil)
    #expect(again.engine.verify().repairedHere == 0)
    // The edit that no cloud had is in what was kept, and goes up from there.
    let kept = try fleet.add(path: try #require(restored.kept))
    #expect(try kept.database.queueLength() == 1)
    try fleet.settle()
    #expect(try texts(fleet.devices[0]) == ["a2", "c", "d", "e"])
    #expect(try fleet.difference() == nil)
  }

  @Test func `a note from a backup that is edited lives, though it died since`() throws {
    let fleet = try fleet()
    fleet.drop(1)
    _ = try restore()
    let again = try fleet.add(path: library)
    try again.run("UPDATE user_notes SET note_text = 'b3' WHERE note_text = 'b2'")
    let report = again.engine.sync()
    #expect(report.error == nil && report.pushed > 0)
    try fleet.settle()
    #expect(try texts(again) == ["a2", "b3", "c", "d"])
    #expect(try texts(fleet.devices[0]) == ["a2", "b3", "c", "d"])
    #expect(try fleet.difference() == nil)
  }

  @Test func `a copy is whole while others write`() throws {
    let device = try Fleet(seed: 42, count: 0).add(path: library)
    try device.run("INSERT INTO bookmarks(verse_ref) VALUES('john 1')")
    try device.database.connection.transaction {
      try device.database.connection.execute("INSERT INTO bookmarks(verse_ref) VALUES('john 2')")
      let contents = try LibraryCopy.make(of: library, at: backup, catalog)
      #expect(contents.rows.map(\.count) == [1])
    }
    var status = stat()
    #expect(stat(backup, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(access("\(backup)-wal", F_OK) != 0 && access("\(backup).part", F_OK) != 0)
    #expect(throws: StoreError.exists(path: backup)) {
      try LibraryCopy.make(of: library, at: backup, catalog)
    }
  }

  @Test func `a library that is open elsewhere is not replaced`() throws {
    let fleet = try fleet()
    #expect(throws: StoreError.busy(path: library)) { _ = try restore() }
    #expect(try texts(fleet.devices[1]) == ["a2", "c", "d"])
    let names = try FolderList.names(folder.path)
    #expect(!names.contains { $0.contains("restore") }, "\(names)")
  }

  @Test func `a damaged library gives way to its backup, and is kept`() throws {
    let fleet = try fleet()
    fleet.drop(1)
    try Self.overwrite(library, at: 8_192, with: 60_000)
    let restored = try restore()
    #expect(restored.kept != nil && restored.keptContents == nil)
    let again = try fleet.add(path: library)
    try fleet.settle()
    #expect(try texts(again) == ["a2", "c", "d"])
    #expect(try fleet.difference() == nil)
  }

  @Test func `a damaged library that is set aside is built anew from the cloud`() throws {
    let fleet = try fleet()
    fleet.drop(1)
    try Self.overwrite(library, at: 0, with: 4_096)
    #expect(throws: StoreError.self) { _ = try fleet.add(path: library) }
    #expect(rename(library, "\(library)-damaged") == 0)
    unlink("\(library)-wal")
    unlink("\(library)-shm")
    let again = try fleet.add(path: library)
    try fleet.settle()
    #expect(try texts(again) == ["a2", "c", "d"])
    #expect(try fleet.difference() == nil)
  }

  @Test func `a copy that is no whole library of ours changes nothing`() throws {
    let fleet = try fleet()
    fleet.drop(1)
    #expect(truncate(backup, 20_000) == 0)
    let cut = try #require(throws: StoreError.self) { _ = try restore() }
    #expect(cut.kind == .corrupt && cut.summary.hasPrefix("\(backup) is damaged"), "\(cut)")
    unlink(backup)
    try Connection(path: backup).execute("CREATE TABLE t(x)")
    let foreign = StoreError.foreign(path: backup, found: "application id 0, version 0")
    #expect(throws: foreign) { _ = try restore() }
    unlink(backup)
    _ = try LibraryCopy.make(of: library, at: backup, catalog)
    try Connection(path: backup).execute("PRAGMA user_version = 99")
    let newer = StoreError.newer(path: backup, found: 99, known: Catalog.localVersion)
    #expect(throws: newer) { _ = try restore() }
    #expect(try FolderList.names(folder.path) == ["copy.db", "user.db", "user.db-sync"])
    #expect(try texts(fleet.add(path: library)) == ["a2", "c", "d"])
  }

  private static func overwrite(_ path: String, at offset: Int, with count: Int) throws {
    let file = open(path, O_WRONLY)
    try #require(file >= 0)
    defer { close(file) }
    let bytes = [UInt8](repeating: 0x41, count: count)
    #expect(pwrite(file, bytes, count, off_t(offset)) == count)
  }
}

/// What lies in a folder, sorted.
enum FolderList {
  static func names(_ path: String) throws -> [String] {
    let open = try #require(opendir(path))
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
