import ChangeQueue
import EmbeddedCloud
import Library
import Schema
import Store
import Support
import Sync
import Testing
import Vocabulary

/// Preferences of one device never leave it, whoever wrote them, and with which tool.
@Suite struct StayingTests {
  private func fleet(count: Int = 2) throws -> Fleet { try Fleet(seed: 5, count: count) }

  /// As Lectern was before it refused them.
  private func forgetRefusals(_ connection: Connection) throws {
    let names = try connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_staying\\_%' ESCAPE '\\'"
    ) { $0.text(0) }
    for name in names { try connection.execute("DROP TRIGGER \(name)") }
  }

  private func keys(_ connection: Connection) throws -> [String] {
    try connection.all("SELECT key FROM user_preferences ORDER BY key") { $0.text(0) }
  }

  @Test(arguments: [
    "INSERT INTO user_preferences(key, value) VALUES('push_token', 'x')",
    "INSERT OR REPLACE INTO user_preferences(key, value) VALUES('ttsVoice', 'x')",
    "INSERT OR IGNORE INTO user_preferences(key, value) VALUES('premium_status', '1')",
    "INSERT OR REPLACE INTO user_preferences(id, key) VALUES(1, 'last_active_date')",
    "UPDATE user_preferences SET key = 'push_token'",
    "UPDATE OR REPLACE user_preferences SET key = 'notifications_granted', value = '1'",
  ])
  func `a preference of one device is refused where rows travel`(sql: String) throws {
    let device = try fleet(count: 1).devices[0]
    try device.run("INSERT INTO user_preferences(key, value) VALUES('theme', 'light')")
    let error = #expect(throws: StoreError.self) { try device.run(sql) }
    #expect(error?.summary.contains("never travels: prefs.set keeps it here") == true)
    #expect(try keys(device.database.connection) == ["theme"])
  }

  @Test func `every such preference is known, and no other is refused`() throws {
    let device = try fleet(count: 1).devices[0]
    for key in PreferenceKey.all {
      let sql = "INSERT INTO user_preferences(key, value) VALUES('\(key.name)', 'x')"
      if key.isLocal {
        #expect(throws: StoreError.self) { try device.run(sql) }
      } else {
        try device.run(sql)
      }
    }
    let names = Set(PreferenceKey.all.map(\.name))
    #expect(names.isSuperset(of: Catalog.preferencesOfDevice))
  }

  @Test func `the sqlite3 program cannot send one either`() throws {
    let folder = try TemporaryFolder()
    let fleet = try fleet(count: 0)
    let device = try fleet.add(path: folder.path("user.db"))
    try SQLiteProgram(path: folder.path("user.db")).run([
      "INSERT INTO user_preferences(key, value) VALUES('theme', 'light')",
      "INSERT INTO user_preferences(key, value) VALUES('push_token', 'secret')",
      "UPDATE user_preferences SET key = 'push_token', value = 'secret'",
    ])
    try fleet.settle()
    #expect(try keys(fleet.cloud.connection) == ["theme"])
    #expect(try keys(device.database.connection) == ["theme"])
  }

  @Test func `one that another program put in the cloud is kept and not sent, edited or not`()
    throws
  {
    let fleet = try fleet()
    let other = fleet.devices[1]
    try forgetRefusals(other.database.connection)
    try other.run("INSERT INTO user_preferences(key, value) VALUES('push_token', 'theirs')")
    try fleet.settle()
    let device = fleet.devices[0]
    #expect(try keys(device.database.connection) == ["push_token"])
    #expect(try fleet.difference() == nil)
    // What it cannot refuse without refusing more: the row goes, and comes back.
    try device.run("DELETE FROM user_preferences")
    #expect(try device.database.queueLength() == 0)
    #expect(device.engine.verify().report.error == nil)
    #expect(try keys(device.database.connection) == ["push_token"])
    try device.run("UPDATE user_preferences SET deleted_at = updated_at")
    #expect(try device.database.queueLength() == 0)
    #expect(try Preferences(device.database).get("push_token") == .null)
  }

  @Test func `one that came from a cloud goes to no other`() throws {
    let fleet = try fleet()
    let empty = try fleet.cloud.backup()
    let other = fleet.devices[1]
    try forgetRefusals(other.database.connection)
    try other.run(
      """
      INSERT INTO user_preferences(key, value) VALUES('push_token', 'theirs'), ('theme', 'light')
      """)
    try fleet.settle()
    try fleet.cloud.restore(empty)
    let device = fleet.devices[0]
    try device.engine.sync().error.map { throw $0 }
    try device.engine.sync().error.map { throw $0 }
    #expect(try keys(fleet.cloud.connection) == ["theme"])
    #expect(try keys(device.database.connection) == ["push_token", "theme"])
  }

  @Test func `one that an earlier lectern let in moves to where it stays`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("user.db")
    let fleet = try fleet(count: 0)
    do {
      let former = try fleet.add(path: path).database
      try forgetRefusals(former.connection)
      try former.write {
        try former.connection.execute(
          """
          INSERT INTO user_preferences(key, value) VALUES('push_token', 'mine');
          INSERT INTO user_preferences(key, value) VALUES('ttsVoice', 'theirs');
          INSERT INTO user_preferences(key, value) VALUES('theme', 'light');
          """)
      }
      try former.connection.execute(
        """
        UPDATE user_preferences SET seq = 7 WHERE key = 'ttsVoice';
        DELETE FROM sync_queue WHERE local_id = 2;
        PRAGMA user_version = 3;
        """)
    }
    let database = try UserDatabase.open(
      path: path, catalog: fleet.catalog, surroundings: fleet.clock)
    let preferences = Preferences(database)
    #expect(try preferences.get("push_token") == "mine")
    #expect(try preferences.get("ttsVoice") == "")
    #expect(try preferences.get("theme") == "light")
    #expect(try database.entries().map(\.localID) == [3])
    #expect(try keys(database.connection) == ["theme", "ttsVoice"])
  }
}
