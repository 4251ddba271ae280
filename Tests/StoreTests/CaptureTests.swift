import ChangeQueue
import Schema
import Store
import Support
import Testing
import Vocabulary

/// Random SQL by any tool, against a shadow that knows only what was captured.
@Suite struct CaptureTests {
  @Test(arguments: [UInt64](1...12))
  func `no statement of any tool changes a row uncaptured`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let random = SeededSurroundings(seed: seed, step: .milliseconds(1))
    let database = try UserDatabase.open(
      path: folder.path("user.db"), catalog: try .lectern(), surroundings: random)
    let tool = try Connection(path: folder.path("user.db"), mode: .existing)
    if seed % 2 == 0 { try tool.execute("PRAGMA recursive_triggers=OFF; PRAGMA foreign_keys=OFF") }
    var shadow = Shadow()
    var statements = RandomSQL(random: random)
    for round in 0..<120 {
      let isOurs = round % 3 == 0
      if isOurs {
        do {
          try database.write {
            for _ in 0..<3 { statements.run(on: database.connection) }
          }
        } catch StoreError.constraint {
          // A reference to a row that moved: all of it is undone.
        }
      } else {
        for _ in 0..<5 { statements.run(on: tool) }
        try database.write {}
      }
      try shadow.take(database)
      try acknowledge(database)
      let difference = try shadow.difference(from: database)
      #expect(
        difference == nil,
        "seed=\(seed) round=\(round) \(statements.log.suffix(5)): \(difference ?? "")")
      if difference != nil { return }
    }
    #expect(statements.done > 100, "the statements must do something")
  }
}

/// As if the cloud had everything: what is compacted later cannot be seen twice.
private func acknowledge(_ database: UserDatabase) throws {
  try database.connection.execute("DELETE FROM sync_queue")
  for table in database.catalog.tables {
    try database.connection.execute("UPDATE \(table.name) SET seq = 1 WHERE seq IS NULL")
  }
}

/// Rows by cloud id, made from queue entries alone.
private struct Shadow {
  var rows: [String: [String: JSONValue]] = [:]

  mutating func take(_ database: UserDatabase) throws {
    for entry in try database.queryEntries("true ORDER BY id") {
      for (key, edit) in entry.edits {
        let isReference = database.catalog[entry.table]?.column(key.column)?.parent != nil
        // A tombstone may have moved to another local id: references are compared by record.
        rows["\(entry.table) \(entry.cloudID.text)", default: [:]][key.name] =
          isReference ? try record(edit.value, key.column, entry.table, database) : edit.value
      }
    }
  }

  private func record(
    _ localID: JSONValue, _ column: String, _ table: String, _ database: UserDatabase
  ) throws -> JSONValue {
    guard let id = localID.integer, let parent = database.catalog[table]?.column(column)?.parent
    else { return .null }
    return try database.connection.first(
      "SELECT cloud_id FROM \(parent) WHERE id = ?1", .integer(id)
    ) { .string($0.text(0)) } ?? .null
  }

  func difference(from database: UserDatabase) throws -> String? {
    var seen: Set<String> = []
    for table in database.catalog.tables {
      let names = table.columns.map(\.name) + (table.isMonotone ? [] : ["deleted_at"])
      let stored = try database.connection.all(
        "SELECT cloud_id, \(names.joined(separator: ", ")) FROM \(table.name) WHERE seq IS NOT -1"
      ) { row in
        (row.text(0), names.enumerated().map { (name: $1, value: row.value($0 + 1).json) })
      }
      for (id, values) in stored {
        seen.insert("\(table.name) \(id)")
        guard let known = rows["\(table.name) \(id)"] else { return "\(table.name) \(id) unknown" }
        for (name, value) in values {
          let expected = name == "tags_json" ? tags(known) : known[name] ?? .null
          let isReference = table.column(name)?.parent != nil
          let value = isReference ? try record(value, name, table.name, database) : value
          if expected != value {
            return "\(table.name) \(id).\(name): captured \(expected.text), stored \(value.text)"
          }
        }
      }
    }
    return try gone(seen, database)
  }

  /// A record that no table has any more, not even as a tombstone or in the trash.
  private func gone(_ seen: Set<String>, _ database: UserDatabase) throws -> String? {
    for name in Set(rows.keys).subtracting(seen) {
      let parts = name.split(separator: " ")
      let isHere = try database.connection.first(
        "SELECT 1 FROM \(parts[0]) WHERE cloud_id = ?1", .text(String(parts[1]))
      ) { _ in true }
      if isHere == nil { return "\(name) is gone" }
    }
    return nil
  }

  private func tags(_ cells: [String: JSONValue]) -> JSONValue {
    let on = cells.filter { $0.key.hasPrefix("tags_json.") && $0.value == .bool(true) }
    return .string(
      JSONValue.array(sortedSet(on.keys.map { String($0.dropFirst(10)) }).map(JSONValue.string))
        .text)
  }
}

/// Statements that a person might type into another tool.
private struct RandomSQL {
  let random: SeededSurroundings
  var done = 0
  var log: [String] = []

  mutating func run(on connection: Connection) {
    let sql = statement()
    log.append(sql)
    do {
      try connection.execute(sql)
      done += 1
    } catch {}
  }

  private func pick(_ count: UInt64) -> UInt64 { random.random() % count }
  private func verse() -> String { "'john 3:\(1 + pick(4))'" }
  private func word() -> String { "'w\(pick(1000))'" }
  private func id() -> UInt64 { 1 + pick(8) }

  private func statement() -> String {
    let conflict = ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"][Int(pick(4))]
    switch pick(14) {
    case 0: return "\(conflict) INTO user_notes(verse_ref, note_text) VALUES(\(verse()), \(word()))"
    case 1:
      return "\(conflict) INTO user_notes(id, verse_ref, note_text, tags_json) "
        + "VALUES(\(id()), \(verse()), \(word()), '[\"b\",\"a\"]')"
    case 2:
      return "\(conflict) INTO verse_highlights(verse_ref, color) VALUES(\(verse()), \(word()))"
    case 3:
      return "\(conflict) INTO verse_highlights(id, verse_ref, color) "
        + "VALUES(\(id()), \(verse()), \(word()))"
    case 4:
      return "INSERT INTO verse_highlights(verse_ref, color) VALUES(\(verse()), \(word())) "
        + "ON CONFLICT(verse_ref) DO UPDATE SET color = excluded.color, deleted_at = NULL"
    case 5: return "\(conflict) INTO study_collections(name) VALUES(\(word()))"
    case 6: return "UPDATE user_notes SET note_text = \(word()) WHERE id % 3 = \(pick(3))"
    case 7: return "UPDATE user_notes SET tags_json = '[\"a\",\"c\(pick(3))\"]' WHERE id = \(id())"
    case 8:
      return "UPDATE user_notes SET collection_id = (SELECT min(id) FROM study_collections) "
        + "WHERE id = \(id())"
    case 9: return "DELETE FROM user_notes WHERE id = \(id())"
    case 10: return "DELETE FROM verse_highlights WHERE id = \(id())"
    case 11:
      return "UPDATE OR REPLACE verse_highlights SET verse_ref = \(verse()) WHERE id = \(id())"
    case 12:
      return "\(conflict) INTO note_links(from_note_id, to_note_id) "
        + "SELECT a.id, b.id FROM user_notes a, user_notes b WHERE a.id = \(id()) AND b.id = \(id())"
    default: return "UPDATE user_notes SET deleted_at = NULL, id = id + 100 WHERE id = \(id())"
    }
  }
}
