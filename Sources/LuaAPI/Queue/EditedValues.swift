import ChangeQueue
import Library
import LuaRuntime
import Schema
import Store
import Vocabulary

/// New values for columns of a queued row, checked before anything is written.
struct EditedValues {
  private let database: UserDatabase
  private let table: SyncedTable
  private let localID: Int64
  private var values: [(column: String, value: SQLValue)] = []

  init(_ call: APICall, _ entry: QueueEntry, _ database: UserDatabase) throws {
    guard let table = database.catalog[entry.table] else { throw APIError.noEntry(id: entry.id) }
    self.database = database
    self.table = table
    localID = entry.localID
    guard try database.storedRow(table, localID: localID) != nil else {
      throw APIError.noRow(table: table.name, id: localID)
    }
    for (name, value) in call.options.sorted(by: { $0.key < $1.key }) {
      let column = try Self.column(name, of: table, call)
      values.append((name, try sqlValue(value, column, call)))
    }
    guard !values.isEmpty else {
      throw APIError.missing(
        function: call.entry.name, argument: "a column",
        expected: Self.names(table).joined(separator: ", "))
    }
  }

  /// Writes them as an edit like any other.
  func write() throws {
    for (column, value) in values {
      try database.connection.run(
        "UPDATE \(table.name) SET \(column) = ?2 WHERE id = ?1", .integer(localID), value)
    }
  }

  private static func names(_ table: SyncedTable) -> [String] {
    let fixed = Set(table.naturalKey + [table.run?.column].compactMap { $0 })
    return table.columns.map(\.name).filter { !fixed.contains($0) }
  }

  private static func column(
    _ name: String, of table: SyncedTable, _ call: APICall
  ) throws -> SyncedColumn {
    let known = names(table)
    if let column = table.column(name) {
      guard known.contains(name) else {
        throw APIError.badValue(
          argument: name, problem: "is what a row of \(table.name) is known by",
          hint: "discard the change, and make the row anew")
      }
      return column
    }
    throw APIError.unknownOption(
      function: call.entry.name, option: name, nearest: Likeness.nearest(to: name, among: known),
      known: known)
  }

  private func sqlValue(
    _ value: LuaValue, _ column: SyncedColumn, _ call: APICall
  ) throws -> SQLValue {
    if value.kind == .null {
      guard column.isNullable else {
        throw APIError.badValue(
          argument: column.name, problem: "cannot be null", hint: "give it a value")
      }
      return .null
    }
    switch column.kind {
    case .text: return .text(try text(value, column, call))
    case .integer:
      guard let number = value.integer else { throw wrong(value, column, "integer", call) }
      return .integer(number)
    case .time:
      let text = try text(value, column, call)
      guard let time = Instant(text) else {
        throw APIError.badValue(
          argument: column.name, problem: "is no time",
          hint: "write it like 2026-01-31T08:00:00Z")
      }
      return .text(time.text)
    case .set: return .text(try set(value, column, call))
    case .reference(let parent, _):
      guard let id = value.integer ?? value.table?["id"].integer else {
        throw wrong(value, column, "a record or its id", call)
      }
      guard let row = database.catalog[parent],
        try database.storedRow(row, localID: id) != nil
      else { throw APIError.noRow(table: parent, id: id) }
      return .integer(id)
    }
  }

  private func text(
    _ value: LuaValue, _ column: SyncedColumn, _ call: APICall
  ) throws -> String {
    guard value.kind == .string, let text = try call.textOption(column.name) else {
      throw wrong(value, column, "text", call)
    }
    guard column.name == "verse_ref" else { return text }
    return try ReferenceParser.parseOne(text).text
  }

  private func set(_ value: LuaValue, _ column: SyncedColumn, _ call: APICall) throws -> String {
    guard value.kind == .string || value.table != nil,
      let items = try call.textsOption(column.name)
    else { throw wrong(value, column, "text or list of texts", call) }
    return JSONValue.array(sortedSet(items).map(JSONValue.string)).text
  }

  private func wrong(
    _ value: LuaValue, _ column: SyncedColumn, _ expected: String, _ call: APICall
  ) -> APIError {
    .wrongType(
      function: call.entry.name, argument: column.name, expected: expected,
      found: value.kind.name)
  }
}
