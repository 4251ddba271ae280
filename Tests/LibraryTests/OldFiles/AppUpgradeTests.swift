import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Every version of the app's file becomes one of ours, and nothing of it is lost.
@Suite struct AppUpgradeTests {
  @Test(arguments: AppFile.knownVersions)
  func `every row of a version is taken, joined or kept`(version: Int64) throws {
    let file = try UpgradedFile(version: version)
    let before = try AppFileMaker.counts(file.path)
    let report = try #require(try file.upgrade())
    let after = try AppFileMaker.counts(file.path)
    #expect(report.version == version)
    for name in before.keys.sorted() {
      let found = before[name] ?? 0
      guard let count = report.counts[name] else {
        #expect(after[name] == found, "\(name) is not ours and changed")
        #expect(report.untouched.contains(name))
        continue
      }
      let now = name == "sync_queue" ? after["foreign_changes"] : after[name]
      let here = name == "user_preferences" ? after["local_preferences"] ?? 0 : 0
      #expect(count.found == found, "\(name)")
      let also = report.alsoTaken[name] ?? 0
      #expect((now ?? 0) + here == count.taken + also, "\(name)")
      #expect(count.taken + count.joined + count.idle + count.kept == found, "\(name)")
      print("v\(version) \(name): \(found) before, \(now ?? 0) now", terminator: "")
      print(", \(count.joined) joined, \(count.idle) idle, \(count.kept) kept")
    }
    #expect(after["leftovers"] == report.leftovers)
    #expect(after["sync_queue"] == 0)
    #expect(try AppFileMaker.counts(report.backup) == before)
    #expect(try file.rows("PRAGMA foreign_key_check(note_links)").isEmpty)
    #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
    print(report.line)
  }
}
