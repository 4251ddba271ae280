import Schema
import Store
import Vocabulary

/// A table whose rows clients read and write: its columns, in the order of the deployed table.
struct ReadableTable {
  /// A column, or what a path into one finds.
  struct Column {
    /// What it is called in an answer.
    let name: String
    let kind: ColumnKind
    /// How it is written in SQL over `t`, and the values that it binds.
    let sql: String
    let values: [SQLValue]

    init(_ name: String, _ kind: ColumnKind) {
      self.init(name, kind, sql: "t.\"\(name)\"", values: [])
    }

    init(_ name: String, _ kind: ColumnKind, sql: String, values: [SQLValue]) {
      self.name = name
      self.kind = kind
      self.sql = sql
      self.values = values
    }
  }

  let synced: SyncedTable
  let columns: [Column]

  var name: String { synced.name }

  init(_ table: SyncedTable) {
    synced = table
    columns =
      [
        Column("user_id", .uuid), Column("id", .uuid),
        Column("stamp", .text), Column("stamps", .json),
        Column("seq", .integer), Column("updated_at", .time),
      ] + table.joinedColumns.map { Column($0.name, ColumnKind($0.kind)) }
  }

  /// Reads `column`, or a path into one: `column->key->>0`.
  func column(_ name: String) throws(RESTRefusal) -> Column {
    if let arrow = name.firstRange(of: "->") {
      return try path(name[arrow.lowerBound...], in: column(String(name[..<arrow.lowerBound])))
    }
    if let column = known(name) { return column }
    throw RESTRefusal(
      "42703", "column \(self.name).\(name) does not exist", hint: hint(for: name))
  }

  private func path(_ text: Substring, in column: Column) throws(RESTRefusal) -> Column {
    guard column.kind == .json else {
      let sign = text.hasPrefix("->>") ? "->>" : "->"
      throw .noOperator(column.kind.typeName, sign)
    }
    var rest = text
    var steps: [SQLValue] = []
    var name = column.name
    var isText = false
    while rest.hasPrefix("->"), !isText, steps.count < Self.pathSteps {
      isText = rest.hasPrefix("->>")
      rest = rest.dropFirst(isText ? 3 : 2)
      let end = rest.firstRange(of: "->")?.lowerBound ?? rest.endIndex
      let step = String(rest[..<end])
      steps.append(Int64(step).map(SQLValue.integer) ?? .text(step))
      if Int64(step) == nil { name = step }
      rest = rest[end...]
    }
    guard rest.isEmpty, steps.allSatisfy({ $0 != .text("") }) else {
      throw .unparsed("json path", String(text), at: 1, expecting: "key or index")
    }
    let arrows = steps.indices.map { isText && $0 == steps.count - 1 ? " ->> ?" : " -> ?" }
    return Column(
      name, isText ? .text : .json, sql: "(\(column.sql)\(arrows.joined()))", values: steps)
  }

  /// Arrows behind one column. Unit: steps.
  private static let pathSteps = 16

  /// The column that a body or `columns` names.
  func writtenColumn(_ name: String) throws(RESTRefusal) -> Column {
    if let column = known(name) { return column }
    throw RESTRefusal(
      "PGRST204",
      "Could not find the '\(name)' column of '\(self.name)' in the schema cache")
  }

  func known(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// The column that was meant, if one or two are near enough.
  ///
  /// Near is as PostgreSQL has it: at most three letters apart, and at most half of the name.
  func hint(for name: String) -> String? {
    let asked = Array(name.unicodeScalars)
    let near = columns.map { ($0.name, distance(asked, Array($0.name.unicodeScalars))) }
      .filter { $0.1 <= min(3, asked.count / 2) }
    guard let least = near.map(\.1).min() else { return nil }
    let names = near.filter { $0.1 == least }.map { "\"\(self.name).\($0.0)\"" }
    guard names.count <= 2 else { return nil }
    return
      "Perhaps you meant to reference the column \(names.joined(separator: " or the column "))."
  }

  /// How many letters must come, go or change until one word is the other.
  private func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var row = Array(0...other.count)
    for (place, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for (column, second) in other.enumerated() {
        let change = diagonal + (letter == second ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, min(row[column], row[column + 1]) + 1)
      }
    }
    return row[other.count]
  }
}
