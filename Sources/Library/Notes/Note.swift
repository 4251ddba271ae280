import Schema
import Store
import Vocabulary

/// A note as it was when it was read.
package struct Note: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// The stored form of its reference: `john 3:16`.
  package let ref: String
  /// What was written.
  package let text: String
  /// Sorted by their bytes, each once.
  package let tags: [String]
  /// The collection it is in; nil for none, and for one that is deleted.
  package let collection: Int64?
  /// Times are ISO 8601 in UTC with milliseconds, as they are stored.
  package let createdAt: String
  /// UTC, to the millisecond.
  package let updatedAt: String
  /// Nil for a living note.
  package let deletedAt: String?
  /// Its name on every device and in the cloud.
  package let cloudID: String
}

extension Note {
  init(_ row: NoteRow) {
    id = row.id
    ref = String(decoding: row.ref, as: UTF8.self)
    text = String(decoding: row.text, as: UTF8.self)
    tags = row.tags
    collection = row.collection
    createdAt = String(decoding: row.createdAt, as: UTF8.self)
    updatedAt = String(decoding: row.updatedAt, as: UTF8.self)
    deletedAt = row.deletedAt.map { String(decoding: $0, as: UTF8.self) }
    cloudID = String(decoding: row.cloudID, as: UTF8.self)
  }
}

/// A note in place, as the database gives it: its texts are bytes, valid until the next row.
///
/// Why: a list of notes is handed to a script without a copy between.
package struct NoteRow {
  let row: Statement

  /// What is read, in its order; the table's alias is `row`.
  static let columns = """
    row.id, row.verse_ref, row.note_text, row.tags_json, \
    CASE WHEN row.collection_id IS NOT NULL THEN (SELECT c.id FROM study_collections AS c \
    WHERE c.id = row.collection_id AND c.deleted_at IS NULL) END, \
    row.created_at, row.updated_at, row.deleted_at, row.cloud_id
    """
  static let columnCount = 9
  /// The same, and behind them its place in the Bible.
  static let columnsAndPlace = "\(columns), \(PlaceStatements.place)"

  static let byPlace = "ORDER BY \(columnCount + 1)"

  /// Its place in the Bible, where that is read behind the columns.
  var place: Int64? { row.optionalInteger(Self.columnCount) }

  package var id: Int64 { row.integer(0) }
  /// The stored form of the passage.
  package var ref: UnsafeBufferPointer<UInt8> { row.utf8(1) }
  /// What was written.
  package var text: UnsafeBufferPointer<UInt8> { row.utf8(2) }
  /// Its tags, in their order.
  package var tags: [String] { TagList.read(row.utf8(3)) }
  /// The collection it is in; nil for none, and for one that is deleted.
  package var collection: Int64? { row.optionalInteger(4) }
  /// UTC, to the millisecond.
  package var createdAt: UnsafeBufferPointer<UInt8> { row.utf8(5) }
  /// UTC, to the millisecond.
  package var updatedAt: UnsafeBufferPointer<UInt8> { row.utf8(6) }
  /// Nil for a living note.
  package var deletedAt: UnsafeBufferPointer<UInt8>? { row.isNull(7) ? nil : row.utf8(7) }
  /// The name it has in the cloud and on other devices.
  package var cloudID: UnsafeBufferPointer<UInt8> { row.utf8(8) }

  static func note(_ row: Statement) -> Note { Note(NoteRow(row: row)) }
}

/// The tags of a note as they are stored: a JSON list.
enum TagList {
  /// The tags of a stored list. What is no list of texts holds no tags.
  static func read(_ json: UnsafeBufferPointer<UInt8>) -> [String] {
    if json.count <= 2 { return [] }
    if let tags = plain(json) { return tags }
    do {
      return try JSONValue(parsing: json).array?.compactMap(\.string) ?? []
    } catch {
      return []
    }
  }

  /// The tags of a list that was written without blanks and needs no escapes, as ours are; nil for
  /// every other text.
  private static func plain(_ json: UnsafeBufferPointer<UInt8>) -> [String]? {
    var tags: [String] = []
    let quote = UInt8(ascii: "\"")
    var place = 1
    guard json[0] == UInt8(ascii: "[") else { return nil }
    while place < json.count, json[place] == quote {
      let start = place + 1
      guard let end = json[start...].firstIndex(where: { $0 == quote || $0 == 0x5c || $0 < 0x20 }),
        json[end] == quote, end + 1 < json.count
      else { return nil }
      tags.append(String(decoding: json[start..<end], as: UTF8.self))
      place = end + 2
      if json[end + 1] == UInt8(ascii: "]") { return place == json.count ? tags : nil }
      guard json[end + 1] == UInt8(ascii: ",") else { return nil }
    }
    return nil
  }

  static func read(_ json: String) -> [String] {
    var json = json
    return json.withUTF8 { read($0) }
  }

  /// The stored form: sorted, each once.
  static func json(_ tags: [String]) -> String {
    tags.isEmpty ? "[]" : JSONValue.array(sortedSet(tags).map(JSONValue.string)).text
  }

  /// Tags as they are kept: without the blanks around them, which nobody sees and no search means.
  static func checked(_ tags: [String]) throws(LibraryError) -> [String] {
    for tag in tags { try TextRule.check(tag, "tag") }
    return tags.map(trimmed)
  }

  static func trimmed(_ tag: String) -> String {
    var scalars = tag.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}
