import ChangeQueue
import Cloud
import EmbeddedCloud
import Glibc
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Two devices of one account, one cloud, and texts that the cloud must not see.
@Suite struct SealingTests {
  static let words = ["zeal", "grace", "shepherd", "secret-label", "shelf-of-mine", "about-it"]

  /// Both devices hold a row of each table that has words of a person's.
  private func fleet(count: Int = 2) throws -> Fleet {
    let fleet = try Fleet(seed: 5, count: count)
    try Self.write(fleet.devices[0])
    try fleet.settle()
    try #require(Self.plain(in: fleet).count == Self.words.count)
    return fleet
  }

  static func write(_ device: FleetDevice) throws {
    try device.run(
      """
      INSERT INTO study_collections(name, description) VALUES('shelf-of-mine', 'about-it');
      INSERT INTO highlight_collections(name) VALUES('shelf-of-mine');
      INSERT INTO user_notes(verse_ref, note_text, tags_json, collection_id)
        VALUES('john 3:16', 'the shepherd', '["grace","zeal"]', 1);
      INSERT INTO verse_highlights(verse_ref, color, note) VALUES('john 3:16', 'gold', 'zeal');
      INSERT INTO bookmarks(verse_ref, label) VALUES('john 3:17', 'secret-label');
      """)
  }

  /// The words that anything in the cloud holds.
  static func plain(in fleet: Fleet) throws -> [String] {
    let cloud = fleet.cloud.connection
    let tables = try cloud.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
    var all = ""
    for table in tables {
      let columns = try cloud.all("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
      let cells = columns.map { "coalesce(CAST(\"\($0)\" AS TEXT), '')" }
      all += try cloud.all("SELECT \(cells.joined(separator: " || '|' || ")) FROM \"\(table)\"") {
        $0.text(0)
      }.joined(separator: "\n")
    }
    return words.filter { all.contains($0) }
  }

  private func text(_ device: FleetDevice, _ sql: String) throws -> [String] {
    try device.database.connection.all(sql) { $0.optionalText(0) ?? "NULL" }
  }

  /// All that a person wrote, as the device shows it.
  private func written(_ device: FleetDevice) throws -> [String] {
    try text(
      device,
      """
      SELECT note_text || tags_json FROM user_notes UNION ALL SELECT note FROM verse_highlights
      UNION ALL SELECT label FROM bookmarks UNION ALL SELECT name || description
      FROM study_collections UNION ALL SELECT name FROM highlight_collections ORDER BY 1
      """)
  }

  @Test func `after sealing the cloud holds no word, and both devices all of them`() throws {
    let fleet = try fleet()
    let before = try written(fleet.devices[0])
    #expect(try fleet.devices[0].engine.seal("pass one") == .begun)
    #expect(try fleet.devices[0].engine.sealingState() == .sealing)
    #expect(fleet.devices[0].engine.sync().error == nil)
    #expect(try Self.plain(in: fleet) == [])
    #expect(fleet.devices[1].engine.sync().error?.code == "sync.passphrase_missing")
    #expect(try fleet.devices[1].engine.seal("pass one") == .opened)
    try fleet.settle()
    #expect(try fleet.devices.allSatisfy { try written($0) == before })
    #expect(try fleet.devices.allSatisfy { try $0.engine.sealingState() == .on })
    #expect(try Self.plain(in: fleet) == [])
    #expect(try text(fleet.devices[1], "SELECT row_json FROM sync_unknown") == [])
  }

  @Test func `a wrong passphrase is told and changes nothing`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    _ = fleet.devices[0].engine.sync()
    let other = fleet.devices[1]
    _ = other.engine.sync()
    for passphrase in ["pass two", "Pass one", "pass one "] {
      let error = try #require(throws: SyncError.self) { try other.engine.seal(passphrase) }
      #expect(error.code == "sync.wrong_passphrase")
      #expect(!error.summary.contains(passphrase) && error.hint?.contains(passphrase) != true)
    }
    #expect(throws: SyncError.self) { try other.engine.seal("pass three", old: "pass two") }
    #expect(throws: SyncError.self) { try other.engine.seal("") }
    #expect(try other.engine.sealingState() == .locked)
    #expect(try text(other, "SELECT value FROM sync_state WHERE key = 'sealing_keys'") == [])
    #expect(try other.engine.status().hint?.contains("sync.seal(passphrase)") == true)
    #expect(try other.engine.seal("pass one") == .opened)
    #expect(try other.engine.seal("pass one") == .known)
  }

  @Test func `what a locked device writes waits, and goes up sealed`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    _ = fleet.devices[0].engine.sync()
    let other = fleet.devices[1]
    // It has not heard of it yet: the cloud refuses, and that is no attempt.
    try other.run(
      """
      UPDATE user_notes SET note_text = 'grace and zeal';
      INSERT INTO user_notes(verse_ref, note_text) VALUES('gen 1:1', 'zeal again');
      INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2);
      INSERT INTO reading_progress(book_id, chapter_num) VALUES('gen', 1);
      """)
    #expect(other.engine.sync().error?.code == "sync.passphrase_missing")
    try other.run("INSERT INTO bookmarks(verse_ref, label) VALUES('gen 1:2', 'zeal three')")
    #expect(other.engine.sync().error?.code == "sync.passphrase_missing")
    #expect(try Self.plain(in: fleet) == [])
    #expect(
      try text(other, "SELECT attempts || state FROM sync_queue").allSatisfy { $0 == "0ready" })
    #expect(
      try fleet.cloud.connection.first("SELECT count(*) FROM reading_progress") {
        $0.integer(0)
      } == 1, "what is not sealed goes on")
    _ = try other.engine.seal("pass one")
    try fleet.settle()
    #expect(try written(fleet.devices[0]) == written(other))
    #expect(try written(other).contains("grace and zeal[\"grace\",\"zeal\"]"))
    #expect(try text(fleet.devices[0], "SELECT id FROM note_links").count == 1)
    #expect(try Self.plain(in: fleet) == [])
    #expect(try text(other, "SELECT id FROM sync_conflicts") == [])
  }

  @Test func `both switch it on offline: one key wins and all is sealed under it`() throws {
    let fleet = try fleet()
    for device in fleet.devices { device.link.fault = .offline }
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.devices[0].run("UPDATE user_notes SET tags_json = '[\"grace\",\"zeal\",\"one\"]'")
    fleet.clock.advance(.seconds(5))
    _ = try fleet.devices[1].engine.seal("pass two")
    try fleet.devices[1].run("UPDATE user_notes SET tags_json = '[\"zeal\",\"two\"]'")
    for device in fleet.devices { device.link.fault = .none }
    _ = fleet.devices[0].engine.sync()
    _ = fleet.devices[1].engine.sync()
    _ = fleet.devices[0].engine.sync()
    #expect(try Self.plain(in: fleet) == [])
    #expect(try fleet.devices[0].engine.sealingState() == .locked)
    #expect(try fleet.devices[0].engine.seal("pass two") == .opened)
    try fleet.settle()
    #expect(try written(fleet.devices[0]) == written(fleet.devices[1]))
    #expect(
      try text(fleet.devices[0], "SELECT tags_json FROM user_notes") == [#"["one","two","zeal"]"#])
    #expect(try Set(keysInCloud(fleet)).count == 1)
    // A third device needs only the one that won.
    let third = try fleet.add()
    _ = third.engine.sync()
    #expect(try third.engine.seal("pass two") == .opened)
    try fleet.settle()
    #expect(try written(third) == written(fleet.devices[0]))
  }

  /// The keys under which anything lies there.
  private func keysInCloud(_ fleet: Fleet) throws -> [String] {
    var all: [String] = []
    for table in fleet.catalog.tables where table.isSealed {
      for column in table.joinedColumns.map(\.name) + ["stamps"] {
        all += try fleet.cloud.connection.all("SELECT \(column) FROM \(table.name)") {
          $0.optionalText(0) ?? ""
        }
      }
    }
    return all.flatMap { text in
      text.split(separator: "sealed:1:", omittingEmptySubsequences: false).dropFirst().map {
        String($0.prefix(SealedText.keyLength))
      }
    }
  }

  @Test func `another passphrase seals all anew, and the old one opens nothing`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    _ = fleet.devices[0].engine.sync()
    let old = Set(try keysInCloud(fleet))
    let before = try written(fleet.devices[0])
    #expect(throws: SyncError.self) { try fleet.devices[0].engine.seal("pass two") }
    #expect(try fleet.devices[0].engine.seal("pass two", old: "pass one") == .begun)
    try fleet.settle(fleet.devices[0])
    #expect(try Set(keysInCloud(fleet)).isDisjoint(with: old))
    #expect(try Set(keysInCloud(fleet)).count == 1)
    let other = fleet.devices[1]
    _ = other.engine.sync()
    #expect(try other.engine.seal("pass two") == .opened)
    try fleet.settle()
    #expect(try written(other) == before)
    #expect(try text(other, "SELECT id FROM sync_conflicts") == [])
  }

  @Test(arguments: 0..<12)
  func `sealing anew that ends after any request goes on and is whole`(requests: Int) throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    let before = try written(fleet.devices[0])
    _ = try fleet.devices[0].engine.seal("pass two", old: "pass one")
    let link = fleet.devices[0].link
    link.fault = .loseReply
    link.failAfter = requests
    _ = fleet.devices[0].engine.sync()
    link.fault = .none
    link.failAfter = nil
    try fleet.settle(fleet.devices[0])
    _ = fleet.devices[1].engine.sync()
    _ = try fleet.devices[1].engine.seal("pass two")
    try fleet.settle()
    #expect(try fleet.devices.allSatisfy { try written($0) == before })
    #expect(try Set(keysInCloud(fleet)).count == 1)
    #expect(try text(fleet.devices[0], "SELECT id FROM sync_conflicts") == [])
  }

  @Test func `verify finds all alike, and mends what a fault changed`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    let still = fleet.devices[0].engine.verify()
    #expect(still.report.error == nil && still.read == 0)
    #expect(still.repairedHere + still.repairedThere == 0)
    let before = try written(fleet.devices[0])
    try fleet.devices[0].database.write {
      try fleet.devices[0].database.quietly {
        try fleet.devices[0].database.connection.execute("DELETE FROM bookmarks")
      }
    }
    #expect(fleet.devices[0].engine.verify().repairedHere == 1)
    #expect(try written(fleet.devices[0]) == before)
    let locked = fleet.devices[1].engine.verify()
    #expect(locked.report.error?.code == "sync.passphrase_missing")
  }

  @Test func `a conflict of sealed texts is kept, readable and the same on both devices`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    _ = fleet.devices[1].engine.sync()
    _ = try fleet.devices[1].engine.seal("pass one")
    try fleet.settle()
    try fleet.devices[0].run(
      "UPDATE user_notes SET note_text = 'zeal of one', tags_json = '[\"grace\"]'")
    fleet.clock.advance(.seconds(1))
    try fleet.devices[1].run("UPDATE user_notes SET note_text = 'zeal of two'")
    try fleet.settle()
    let conflicts = "SELECT column_name || '|' || mine || '|' || theirs FROM sync_conflicts"
    #expect(try text(fleet.devices[0], conflicts) == ["note_text|zeal of one|zeal of two"])
    #expect(try text(fleet.devices[1], conflicts) == text(fleet.devices[0], conflicts))
    #expect(try Self.plain(in: fleet) == [])
    _ = try fleet.devices[1].engine.seal("pass two", old: "pass one")
    try fleet.settle(fleet.devices[1])
    #expect(try Set(keysInCloud(fleet)).count == 1)
    #expect(fleet.devices[1].engine.verify().read == 0)
  }

  @Test(arguments: ["cut", "other", "moved"])
  func `a sealed text that was changed lies aside and nothing is lost`(fault: String) throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    let change =
      switch fault {
      case "cut": "substr(label, 1, length(label) - 3)"
      case "other": "'sealed:1:0123456789abcdef01:' || substr(label, 29)"
      default: "(SELECT note FROM verse_highlights)"
      }
    try fleet.cloud.connection.run("UPDATE bookmarks SET label = \(change)")
    let third = try fleet.add()
    _ = third.engine.sync()
    _ = try third.engine.seal("pass one")
    let report = third.engine.sync()
    #expect(report.error?.code == "sync.sealed_unreadable")
    #expect(report.error?.hint?.contains("sync.verify()") == true)
    #expect(try text(third, "SELECT note_text FROM user_notes") == ["the shepherd"])
    #expect(try text(third, "SELECT table_name FROM sync_unknown") == ["bookmarks"])
    #expect(try text(third, "SELECT label FROM bookmarks") == [])
    // Who has the text sends it again.
    try fleet.devices[0].run("UPDATE bookmarks SET label = 'secret-label anew'")
    _ = fleet.devices[0].engine.sync()
    #expect(third.engine.sync().error == nil)
    #expect(try text(third, "SELECT label FROM bookmarks") == ["secret-label anew"])
    #expect(try text(third, "SELECT table_name FROM sync_unknown") == [])
  }

  @Test func `what a plain client writes is sealed by the next device that sees it`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    let reply = fleet.cloud.answer(
      HTTPRequest(
        method: "PATCH", path: "/rest/v1/user_notes?user_id=eq.\(Fleet.account.text)",
        headers: [
          "Authorization": "Bearer \(fleet.cloud.keys.service)",
          "Content-Type": "application/json",
        ],
        body: Array(#"{"note_text":"zeal of an app","tags_json":["grace"]}"#.utf8)))
    #expect(reply.status == 204)
    #expect(try Self.plain(in: fleet) == ["zeal", "grace"])
    try fleet.settle(fleet.devices[0])
    #expect(try Self.plain(in: fleet) == [])
    #expect(
      try text(fleet.devices[0], "SELECT note_text || tags_json FROM user_notes")
        == [#"zeal of an app["grace"]"#])
  }

  @Test func `a text that looks like a sealed one travels as it is`() throws {
    let fleet = try Fleet(seed: 9, count: 2)
    let odd = "sealed:1:0123456789abcdef01:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    try fleet.devices[0].run(
      """
      INSERT INTO user_notes(verse_ref, note_text, tags_json)
        VALUES('john 3:16', '\(odd)', '["\(odd)","sealed:"]'), ('john 3:17', 'sealed:0:x', '[]')
      """)
    try fleet.settle()
    let all = "SELECT note_text || tags_json FROM user_notes ORDER BY verse_ref"
    #expect(try text(fleet.devices[1], all) == text(fleet.devices[0], all))
    #expect(fleet.devices[1].engine.verify().read == 0)
    _ = try fleet.devices[0].engine.seal("pass one")
    try fleet.settle(fleet.devices[0])
    _ = fleet.devices[1].engine.sync()
    _ = try fleet.devices[1].engine.seal("pass one")
    try fleet.settle()
    #expect(try text(fleet.devices[1], all) == text(fleet.devices[0], all))
  }

  @Test func `a cloud that was deployed before is not sent to`() throws {
    let fleet = try fleet()
    _ = try fleet.devices[0].engine.seal("pass one")
    fleet.devices[0].link.answer = { function, _, reply in
      guard function == "sync_describe" else { return nil }
      return Array(
        String(decoding: reply, as: UTF8.self)
          .replacing(Catalog.cloudVersion, with: "20261201033000").utf8)
    }
    #expect(fleet.devices[0].engine.sync().error?.code == "sync.cloud_cannot_seal")
    #expect(try text(fleet.devices[0], "SELECT id FROM sync_queue").count == 1)
  }

  @Test func `a copy of the library does not hold the key`() throws {
    let folder = try TemporaryFolder()
    let fleet = try Fleet(seed: 5, count: 0)
    let device = try fleet.add(path: "\(folder.path)/user.db")
    try Self.write(device)
    _ = try device.engine.seal("pass one")
    let kept = try #require(
      try text(device, "SELECT value FROM sync_state WHERE key = 'sealing_keys'").first)
    let secret = try #require(kept.split(separator: "\"").last { $0.utf8.count > 40 })
    _ = try LibraryCopy.make(
      of: "\(folder.path)/user.db", at: "\(folder.path)/copy.db", fleet.catalog)
    let bytes = try Connection(path: "\(folder.path)/copy.db", mode: .readOnly)
    #expect(
      try bytes.first("SELECT count(*) FROM sync_state WHERE key = 'sealing_keys'") {
        $0.integer(0)
      } == 0)
    #expect(!Self.bytes(of: "\(folder.path)/copy.db").contains(secret))
  }

  private static func bytes(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      all += piece[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}

extension Fleet {
  /// Syncs one device until nothing moves.
  func settle(_ device: FleetDevice) throws {
    for _ in 0..<12 {
      let report = device.engine.sync()
      if let error = report.error { throw FleetFault(text: error.description) }
      if report.pushed + report.merged + report.pulled == 0 { return }
    }
    throw FleetFault(text: "it never comes to rest")
  }
}
