import ChangeQueue
import Cloud
import EmbeddedCloud
import Schema
import Store
import Sync
import Vocabulary
import World

/// A small story of two devices, one of which crashes in its last step.
struct CrashFlow: Sendable, CustomStringConvertible {
  let description: String
  var accounts: [String: String?] = [:]
  /// What happens before, all of it synced to the disks.
  let prepare: @Sendable (SmallWorld) throws -> Void
  /// What the phone does when it crashes.
  var act: @Sendable (WorldDevice) throws -> Void = { phone in
    let report = phone.device.engine.sync()
    if let error = report.error { throw error }
  }
  /// What the phone does again once it runs.
  var again: @Sendable (WorldDevice) throws -> Void = { _ in }

  static let note = "INSERT INTO user_notes(verse_ref, note_text, tags_json) VALUES"
  static let three = """
    \(note)('john 3:16', 'a', '["t"]'), ('john 3:17', 'b', '[]'), ('john 3:18', 'c', '["t","u"]');
    INSERT INTO verse_highlights(verse_ref, color) VALUES('john 3:16', 'gold');
    """

  static let all = [
    CrashFlow(description: "push") { world in try world.phone.run(three) },
    CrashFlow(description: "push of edits and deletions") { world in
      try world.phone.run(three)
      _ = try world.settle()
      try world.phone.run(
        """
        UPDATE user_notes SET note_text = 'two', tags_json = '["u"]' WHERE id = 1;
        DELETE FROM user_notes WHERE id = 2; DELETE FROM verse_highlights;
        """)
    },
    CrashFlow(description: "pull") { world in
      try world.phone.run(three)
      _ = try world.settle()
      try world.tablet.run(
        """
        UPDATE user_notes SET note_text = 'two' WHERE id = 1; DELETE FROM user_notes WHERE id = 2;
        \(note)('mark 1:1', 'd', '[]');
        """)
      try world.tablet.sync()
    },
    CrashFlow(description: "push and pull of two edits of one note") { world in
      try world.phone.run(three)
      _ = try world.settle()
      try world.tablet.run("UPDATE user_notes SET note_text = 'tablet', tags_json = '[\"x\"]'")
      try world.tablet.sync()
      world.advance(.seconds(1))
      try world.phone.run(
        "UPDATE user_notes SET note_text = 'phone' WHERE id < 3; DELETE FROM user_notes WHERE id = 3"
      )
    },
    CrashFlow(description: "first pull") { world in
      try world.tablet.run(three)
      try world.tablet.run(
        """
        INSERT INTO study_collections(name) VALUES('c');
        UPDATE user_notes SET collection_id = 1;
        INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2), (2, 3);
        """)
      try world.tablet.sync()
    },
    CrashFlow(description: "full pull after the cloud was restored") { world in
      try world.phone.run(three)
      _ = try world.settle()
      let backup = try world.cloud.backup()
      try world.phone.run("UPDATE user_notes SET note_text = 'later' WHERE id = 1;")
      try world.tablet.run("\(note)('mark 1:1', 'd', '[]')")
      _ = try world.settle()
      try world.cloud.restore(backup)
      try world.phone.run("UPDATE user_notes SET note_text = 'last' WHERE id = 2;")
    },
    CrashFlow(description: "compaction") { world in
      try world.phone.run(three)
      _ = try world.settle()
      for number in 1...9 {
        try world.phone.run("UPDATE user_notes SET note_text = 'n\(number)'")
      }
      try world.phone.run("\(note)('mark 1:1', 'd', '[]'); DELETE FROM user_notes WHERE id = 4")
    } act: { phone in
      _ = try phone.device.database.compactQueue()
    },
    CrashFlow(description: "discard") { world in
      try world.phone.run(three)
      _ = try world.settle()
      try world.tablet.run("UPDATE user_notes SET note_text = 'tablet'")
      try world.tablet.sync()
      try world.phone.run("UPDATE user_notes SET note_text = 'phone' WHERE id = 1")
    } act: { phone in
      guard let entry = try phone.device.database.entries().first else { return }
      _ = try phone.device.engine.discard(entry.id) { try phone.device.link.row(of: $0) }
    },
    CrashFlow(description: "discard of what the cloud lacks") { world in
      try world.phone.run("\(three) INSERT INTO note_links(from_note_id, to_note_id) VALUES(1, 2)")
    } act: { phone in
      guard let entry = try phone.device.database.entries(table: "user_notes").first else { return }
      _ = try phone.device.engine.discard(entry.id) { try phone.device.link.row(of: $0) }
    },
    CrashFlow(description: "restamp of a fast clock") { world in
      world.phone.skew = .seconds(3_600)
      try world.phone.run(three)
      try world.phone.run("UPDATE user_notes SET note_text = 'fast'")
    },
    CrashFlow(description: "first upload", accounts: ["phone": nil]) { world in
      try world.tablet.run("\(three) UPDATE user_notes SET note_text = 'tablet'")
      try world.tablet.sync()
      try world.phone.run(three)
      _ = try world.phone.device.link.keeper?.signIn(
        email: "reader@world.example", password: SmallWorld.password)
    },
    CrashFlow(description: "a plan that began again") { world in
      try world.phone.run("INSERT INTO plan_progress(plan_id, day_num) VALUES('q', 1), ('q', 2)")
      _ = try world.settle()
      try world.tablet.run(
        """
        INSERT INTO runs(name, run) VALUES('plan:q', 1);
        INSERT INTO plan_progress(plan_id, day_num, run) VALUES('q', 1, 1)
        """)
      try world.tablet.sync()
      try world.phone.run("INSERT INTO plan_progress(plan_id, day_num) VALUES('q', 3)")
    },
    CrashFlow(description: "verification") { world in
      try world.phone.run(three)
      _ = try world.settle()
      try world.phone.device.database.apply {
        try world.phone.device.database.connection.execute(
          "UPDATE user_notes SET note_text = 'damaged' WHERE id = 1")
      }
    } act: { phone in
      _ = phone.device.engine.verify()
    } again: { phone in
      _ = phone.device.engine.verify()
    },
  ]
}

extension SmallWorld {
  var phone: WorldDevice { devices[0] }
  var tablet: WorldDevice { devices[1] }

  /// Every living value in the cloud, without stamps; conflicts are left out.
  func contents() throws -> [RowName: [CellKey: JSONValue]] {
    var contents: [RowName: [CellKey: JSONValue]] = [:]
    guard let account = try tablet.device.link.keeper?.current()?.userID else { return [:] }
    let catalog = tablet.device.database.catalog
    for table in catalog.tables where table.name != Catalog.conflictsTable {
      for id in try cloud.connection.all("SELECT id FROM \(table.name)", read: { $0.text(0) }) {
        guard let id = RecordID(id) else { continue }
        let name = RowName(table: table.name, id: id)
        contents[name] = try cloud.version(name, of: account)?.cells.mapValues(\.value)
      }
    }
    return contents
  }
}

extension WorldDevice {
  func run(_ sql: String) throws {
    try device.database.write { try device.database.connection.execute(sql) }
  }

  func sync() throws {
    if let error = device.engine.sync().error { throw error }
  }
}
