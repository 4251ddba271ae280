import Schema
import Store
import Vocabulary

/// Turns rows that are gone from their table into tombstones, or into edits of what took their place.
///
/// | the row that went | what stands there now | becomes |
/// |---|---|---|
/// | noted as REPLACE or DELETE | the row itself, still there | nothing |
/// | REPLACE or DELETE | another row with its natural key | an edit of the same record |
/// | REPLACE | another row with its local id | an edit of the same record |
/// | DELETE | anything else | a tombstone |
extension UserDatabase {
  /// A row as it was before it went.
  private struct Image {
    let note: Note
    let cloudID: String?
    let values: JSONObject
    let seq: JSONValue
    let stamp: JSONValue
    let stamps: JSONValue
  }

  func reviveDeleted(_ notes: [Note]) throws {
    for note in notes where note.operation == "DELETE" || note.operation == "REPLACE" {
      try revive(try image(note))
    }
  }

  private func image(_ note: Note) throws -> Image {
    let row = try connection.first(
      "SELECT cloud_id, payload_json FROM sync_queue WHERE id = ?1", .integer(note.id)
    ) { (cloudID: $0.optionalText(0), payload: $0.text(1)) }
    let payload = try JSONValue(parsing: row?.payload ?? "{}")
    return Image(
      note: note, cloudID: row?.cloudID, values: payload["values"]?.object ?? JSONObject(),
      seq: payload["seq"] ?? .null, stamp: payload["stamp"] ?? .null,
      stamps: payload["stamps"] ?? .null)
  }

  private func revive(_ image: Image) throws {
    let table = image.note.table
    if try stillStands(image) {
      try removeEntry(image.note.id)
    } else if let successor = try successor(of: image) {
      try takeOver(image, successor)
      try removeEntry(image.note.id)
    } else if image.note.operation == "REPLACE", image.cloudID == nil {
      try removeEntry(image.note.id)
    } else if table.isMonotone {
      try putBackAlive(image)
    } else {
      try putBackDead(image)
    }
  }

  private func stillStands(_ image: Image) throws -> Bool {
    let table = image.note.table.name
    let standing =
      if let cloudID = image.cloudID {
        try connection.first("SELECT 1 FROM \(table) WHERE cloud_id = ?1", .text(cloudID)) { _ in
          true
        }
      } else if image.note.operation == "REPLACE" {
        try connection.first("SELECT 1 FROM \(table) WHERE id = ?1", .integer(image.note.localID)) {
          _ in true
        }
      } else {
        Bool?.none
      }
    return standing ?? false
  }

  /// The local id of the row that took the place of one that went.
  private func successor(of image: Image) throws -> Int64? {
    let table = image.note.table
    if case .named(let key) = table.identity {
      let statement = try connection.cached(
        """
        SELECT id FROM \(table.name) WHERE
        \(key.enumerated().map { "\($1) IS ?\($0 + 1)" }.joined(separator: " AND "))
        """)
      for (place, name) in key.enumerated() {
        statement.bind(place + 1, SQLValue(image.values[name] ?? .null))
      }
      return try statement.first { $0.integer(0) }
    }
    guard image.note.operation == "REPLACE" else { return nil }
    return try connection.first(
      "SELECT id FROM \(table.name) WHERE id = ?1 AND cloud_id IS NULL",
      .integer(image.note.localID)
    ) { $0.integer(0) }
  }

  /// The successor becomes the record that went; its INSERT becomes an edit of what differs.
  private func takeOver(_ image: Image, _ successor: Int64) throws {
    let table = image.note.table
    guard let cloudID = image.cloudID else { return }
    try connection.run(
      "UPDATE \(table.name) SET cloud_id = ?2, seq = ?3, stamp = ?4, stamps = ?5 WHERE id = ?1",
      .integer(successor), .text(cloudID), SQLValue(image.seq), SQLValue(image.stamp),
      SQLValue(image.stamps))
    try connection.run(
      "UPDATE sync_queue SET local_id = ?3 WHERE table_name = ?1 AND cloud_id = ?2",
      .text(table.name), .text(cloudID), .integer(successor))
    let insertion = try connection.first(
      """
      SELECT id, payload_json FROM sync_queue WHERE table_name = ?1 AND local_id = ?2 AND id > ?3
        AND operation = 'INSERT' AND stamp IS NULL ORDER BY id LIMIT 1
      """, .text(table.name), .integer(successor), .integer(image.note.id)
    ) { (id: $0.integer(0), payload: $0.text(1)) }
    guard let insertion else { return }
    var changed = JSONObject()
    for member in try JSONValue(parsing: insertion.payload).object ?? JSONObject() {
      let old = image.values[member.key] ?? .null
      guard let new = member.value.array?.first, new != old else { continue }
      changed[member.key] = .array([new, old])
    }
    try connection.run(
      "UPDATE sync_queue SET operation = 'UPDATE', payload_json = ?2 WHERE id = ?1",
      .integer(insertion.id), .text(JSONValue.object(changed).text))
  }

  /// Puts the row back as a tombstone; the note becomes the edit of `deleted_at`.
  private func putBackDead(_ image: Image) throws {
    let old = image.values[Catalog.deletedAt.name] ?? .null
    let time = old == .null ? JSONValue.string(image.note.wall.text) : old
    var values = image.values
    values[Catalog.deletedAt.name] = time
    try putBack(image, values)
    if old != .null {
      try removeEntry(image.note.id)
      return
    }
    let payload = JSONValue.object(
      JSONObject([(Catalog.deletedAt.name, .array([time, .null]))]))
    try connection.run(
      "UPDATE sync_queue SET operation = 'UPDATE', payload_json = ?2 WHERE id = ?1",
      .integer(image.note.id), .text(payload.text))
  }

  /// Within a run nothing un-completes: the row is put back as it was.
  private func putBackAlive(_ image: Image) throws {
    try putBack(image, image.values)
    try removeEntry(image.note.id)
  }

  private func putBack(_ image: Image, _ values: JSONObject) throws {
    let table = image.note.table
    let names = values.members.map(\.key)
    let isFree =
      try connection.first(
        "SELECT 1 FROM \(table.name) WHERE id = ?1", .integer(image.note.localID)
      ) { _ in true } == nil
    let statement = try connection.cached(
      """
      INSERT INTO \(table.name)(id, cloud_id, seq, stamp, stamps, \(names.joined(separator: ", ")))
      VALUES(\((1...names.count + 5).map { "?\($0)" }.joined(separator: ", ")))
      """)
    statement.bind(1, isFree ? image.note.localID : nil)
    statement.bind(2, image.cloudID)
    statement.bind(3, SQLValue(image.seq))
    statement.bind(4, SQLValue(image.stamp))
    statement.bind(5, SQLValue(image.stamps))
    for (place, member) in values.members.enumerated() {
      statement.bind(place + 6, SQLValue(member.value))
    }
    try quietly { try statement.run() }
    if !isFree { try moveEntries(image, to: connection.lastInsertID) }
  }

  /// The row's earlier entries follow it to its new local id.
  private func moveEntries(_ image: Image, to localID: Int64) throws {
    try connection.run(
      """
      UPDATE sync_queue SET local_id = ?3 WHERE table_name = ?1 AND local_id = ?2 AND id <= ?4
        AND (cloud_id IS ?5 OR cloud_id IS NULL)
      """, .text(image.note.table.name), .integer(image.note.localID), .integer(localID),
      .integer(image.note.id), image.cloudID.map { .text($0) } ?? .null)
  }
}
