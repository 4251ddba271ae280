import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Anything in any column: an upgrade takes, joins or keeps every row, and two copies agree.
@Suite struct AppRandomTests {
  private static let seeds: UInt64 = 10

  @Test func `no value of any column stops an upgrade, and no row of it goes`() throws {
    for seed in 1...Self.seeds {
      let file = try UpgradedFile(
        version: seed % 2 == 0 ? 14 : 26, hasSyncPlan: seed % 3 != 0)
      try AppFileMaker.scramble(file.path, seed: seed)
      let before = try AppFileMaker.counts(file.path)
      file.copy(to: file.folder.path("copy"))
      let copy = try UpgradedFile(
        folder: file.folder, path: file.folder.path("copy/user.db"))
      do {
        let report = try #require(try file.upgrade())
        for (name, count) in report.counts {
          #expect(count.found == before[name], "seed=\(seed) \(name)")
          let sum = count.taken + count.joined + count.idle + count.kept
          #expect(sum == count.found, "seed=\(seed) \(name)")
        }
        #expect(try AppFileMaker.counts(report.backup) == before, "seed=\(seed)")
        #expect(try file.rows("PRAGMA foreign_key_check(user_notes)").isEmpty, "seed=\(seed)")
        #expect(try file.rows("PRAGMA foreign_key_check(note_links)").isEmpty, "seed=\(seed)")
        try copy.upgrade()
        #expect(try copy.dump() == file.dump(), "seed=\(seed)")
        try read(file)
      } catch {
        Issue.record("seed=\(seed): \(error)")
      }
    }
  }

  /// What is there can be shown, and written to.
  private func read(_ file: UpgradedFile) throws {
    let database = try file.open()
    for note in try Notes(database).find() {
      _ = try Notes(database).update(note.id, Notes.Edit(tags: ["seen"]))
    }
    _ = try (Highlights(database).find(), Bookmarks(database).find(), Topics(database).find())
    _ = try (Plans(database).followed(), Progress(database).stats(), Preferences(database).find())
    _ = try Notes(database).search("light")
    _ = try database.compactQueue()
  }
}
