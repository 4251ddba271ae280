import ChangeQueue
import EmbeddedCloud
import Schema
import Store
import Sync
import Vocabulary

extension ModelWorld {
  /// What a person does with the rows of a device, or another tool with its file: `raw` as the last
  /// word.
  func edit(_ step: String, _ device: ModelDevice, _ words: [String]) throws {
    let isRaw = words.last == "raw"
    switch step {
    case "note":
      try run(
        "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', '\(words[1])')", device)
      try nameNote(words[0], text: words[1], on: device)
    case "text":
      try run(
        "UPDATE user_notes SET note_text = '\(words[1])' \(try the("notes/\(words[0])", device))",
        device, isRaw: isRaw)
    case "tag":
      let tags = words[1] == "on" ? #"["x"]"# : "[]"
      try run(
        "UPDATE user_notes SET tags_json = '\(tags)' \(try the("notes/\(words[0])", device))",
        device)
    case "highlight":
      try run(
        """
        INSERT INTO verse_highlights(verse_ref, color)
        VALUES('john 3:\((Int(words[0]) ?? 0) + 1)', '\(words[1])')
        ON CONFLICT(verse_ref) DO UPDATE SET color = excluded.color, deleted_at = NULL
        """, device, isRaw: isRaw)
    case "pref":
      try run(
        """
        INSERT INTO user_preferences(key, value) VALUES('theme', '\(words[0])')
        ON CONFLICT(key) DO UPDATE SET value = excluded.value, deleted_at = NULL
        """, device)
    case "link":
      try run(
        """
        INSERT INTO note_links(from_note_id, to_note_id)
        SELECT one.id, other.id FROM user_notes AS one, user_notes AS other
        WHERE one.cloud_id = '\(try note(words[0]).text)'
          AND other.cloud_id = '\(try note(words[1]).text)'
        ON CONFLICT(from_note_id, to_note_id) DO UPDATE SET deleted_at = NULL
        """, device)
    default: try editMore(step, device, words, isRaw: isRaw)
    }
  }

  private func editMore(
    _ step: String, _ device: ModelDevice, _ words: [String], isRaw: Bool
  ) throws {
    switch step {
    case "delete":
      let (table, condition) = try place(of: words[0], "cloud_id")
      try run(
        """
        UPDATE \(table) SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE \(condition)
        """, device, isRaw: isRaw)
    case "restore":
      let name = try row(words[0], in: device.database.connection, "cloud_id")
      guard let table = catalog[name.table], let id = try device.database.localID(of: name)
      else { throw ModelFault("nothing to restore") }
      try device.database.restore(table, localID: id)
    case "complete":
      try run(
        """
        INSERT INTO plan_progress(plan_id, day_num, run, completed_at)
        VALUES('p', \(words[0]) + 1, \(words[1]), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        ON CONFLICT(plan_id, day_num, run) DO UPDATE
        SET completed_at = min(completed_at, excluded.completed_at)
        """, device)
    case "restart":
      // As the library begins anew.
      try device.database.write {
        try run(
          """
          INSERT INTO runs(name, run) VALUES('plan:p', \(words[0]))
          ON CONFLICT(name) DO UPDATE SET run = excluded.run
          """, device)
        try device.database.retirePastRuns()
      }
    default: throw ModelFault("nobody knows how")
    }
  }

  /// Another tool writes past the library: its triggers note what changed, and no stamp is given.
  private func run(_ sql: String, _ device: ModelDevice, isRaw: Bool = false) throws {
    let connection = device.database.connection
    let before = connection.totalChanges
    if isRaw {
      try device.database.releaseRead()
      try connection.execute(sql)
    } else {
      try device.database.write { try connection.execute(sql) }
    }
    if connection.totalChanges == before { throw ModelFault("no row is there") }
  }

  private func nameNote(_ key: String, text: String, on device: ModelDevice) throws {
    let id = try device.database.connection.first(
      "SELECT cloud_id FROM user_notes WHERE note_text = ?1", .text(text)
    ) { RecordID($0.text(0)) }
    guard let id = id.flatMap({ $0 }) else { throw ModelFault("the note is not there") }
    keys[id] = key
  }

  /// What finds a row on a device: one that another tool made has no id of the cloud's yet.
  private func the(_ record: String, _ device: ModelDevice) throws -> String {
    "WHERE \(try place(of: record, "cloud_id").condition)"
  }

  /// The row that the model calls so, where it is there.
  ///
  /// - Parameter column: that holds its id, on a device or in a cloud.
  func row(_ record: String, in connection: Connection, _ column: String) throws -> RowName {
    let (table, condition) = try place(of: record, column)
    let id = try connection.first("SELECT \(column) FROM \(table) WHERE \(condition)") {
      RecordID($0.text(0))
    }
    guard let id = id.flatMap({ $0 }) else { throw ModelFault("\(record) is not there") }
    return RowName(table: table, id: id)
  }

  private func place(
    of record: String, _ column: String
  ) throws -> (table: String, condition: String) {
    let parts = record.split(separator: "/", maxSplits: 1).map(String.init)
    let words = parts[1].split(separator: "+").map(String.init)
    switch parts[0] {
    case "notes": return ("user_notes", "\(column) = '\(try note(parts[1]).text)'")
    case "highlights":
      return ("verse_highlights", "verse_ref = 'john 3:\((Int(parts[1]) ?? 0) + 1)'")
    case "prefs": return ("user_preferences", "key = 'theme'")
    case "links":
      // A link's id follows from those of its notes.
      let ids = try words.map { try note($0).text }
      let id = RecordID(table: "note_links", key: ids.joined(separator: "|"))
      return ("note_links", "\(column) = '\(id.text)'")
    case "plan_progress":
      return (
        "plan_progress", "plan_id = 'p' AND day_num = \(words[1]) + 1 AND run = \(words[2])"
      )
    default: return ("runs", "name = 'plan:p'")
    }
  }
}
