import ChangeQueue
import Schema
import Store
import Vocabulary

/// A value that is read from a row of a noun's table; its alias in SQL is `row`.
protocol LibraryRow {
  static var noun: LibraryNoun { get }
  /// What `init(_:)` reads, in its order.
  static var columns: String { get }
  var id: Int64 { get }
  var deletedAt: String? { get }
  init(_ row: Statement)
}

/// A noun whose rows have names.
protocol NamedRow: LibraryRow {
  var name: String { get }
}

extension NamedRow {
  /// The one row of a name, written exactly so.
  static func named(_ name: String, among rows: [Self]) throws(LibraryError) -> Self {
    let named = rows.filter { $0.name == name }
    guard let first = named.first else {
      let nearest = Likeness.nearest(to: name, among: rows.lazy.map(\.name))
      throw .unknownName(noun, name, nearest: nearest)
    }
    guard named.count == 1 else {
      throw .ambiguousName(noun, name, ids: named.map(\.id).sorted())
    }
    return first
  }
}

/// What every noun does with the id of a row.
extension UserDatabase {
  /// The row of an id; an unknown or deleted one is an error.
  func living<Row: LibraryRow>(_ id: Int64, as type: Row.Type) throws -> Row {
    let row = try read {
      try connection.first(
        "SELECT \(Row.columns) FROM \(Row.noun.table) AS row WHERE row.id = ?1", .integer(id),
        read: Row.init)
    }
    guard let row else { throw LibraryError.unknown(Row.noun, id: id) }
    guard row.deletedAt == nil else { throw LibraryError.deleted(Row.noun, id: id) }
    return row
  }

  /// Refuses an id that no row has, and one whose row is deleted.
  func requireLiving(_ noun: LibraryNoun, _ id: Int64) throws {
    if try isDeleted(noun, id) { throw LibraryError.deleted(noun, id: id) }
  }

  /// Deletes a living row: it goes to the trash.
  func delete(_ noun: LibraryNoun, _ id: Int64) throws {
    try write {
      try requireLiving(noun, id)
      try connection.run(
        "UPDATE \(noun.table) SET deleted_at = ?2 WHERE id = ?1", .integer(id),
        .text(try now().text))
    }
  }

  /// Brings a deleted row back; a living one stays as it is.
  func restore(_ noun: LibraryNoun, _ id: Int64) throws {
    try write {
      guard try isDeleted(noun, id), let table = catalog[noun.table] else { return }
      try restore(table, localID: id)
    }
  }

  /// Notes that a person decided what these columns of a row hold, and that it lives, also where
  /// nothing differs: it holds against what another device decided before.
  func assert(_ noun: LibraryNoun, _ id: Int64, _ columns: [String] = []) throws {
    try assert(columns, of: catalog[noun.table], id)
  }

  /// Notes that nobody said anything of these columns of a new row.
  func leaveOut(_ noun: LibraryNoun, _ id: Int64, _ columns: [String]) throws {
    try leaveOut(columns, of: catalog[noun.table], id)
  }

  /// Whether a row is deleted. An id that no row has is refused.
  private func isDeleted(_ noun: LibraryNoun, _ id: Int64) throws -> Bool {
    let isDeleted = try connection.first(
      "SELECT deleted_at IS NOT NULL FROM \(noun.table) WHERE id = ?1", .integer(id)
    ) { $0.integer(0) != 0 }
    guard let isDeleted else { throw LibraryError.unknown(noun, id: id) }
    return isDeleted
  }
}
