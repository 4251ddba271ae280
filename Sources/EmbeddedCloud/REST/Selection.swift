import Schema
import Store

/// What of the rows is answered, and in which order: `select` and `order`.
struct Selection {
  /// A column of the answer.
  struct Output {
    let name: String
    let column: ReadableTable.Column
    /// `::text` was asked for.
    let isText: Bool
    /// Rows of another table that stand here; nil for a column.
    var embedding: Embedding?

    var kind: ColumnKind { column.kind }
  }

  let outputs: [Output]
  /// Terms of SQL's ORDER BY.
  let order: [String]
  /// What the columns bind, and what the order does.
  let values: [SQLValue]
  let orderValues: [SQLValue]

  init(
    _ table: ReadableTable, _ query: QueryString, _ catalog: Catalog
  ) throws(RESTRefusal) {
    outputs = try Self.outputs(query["select"] ?? "*", table, catalog, depth: 0)
    values = outputs.flatMap(\.column.values)
    let terms = try Self.order(query["order"], table)
    order = terms.map { "\($0.column.sql) \($0.way)" }
    orderValues = terms.flatMap(\.column.values)
  }

  /// The columns in SQL; a row without any has one all the same.
  var columns: String {
    outputs.isEmpty ? "NULL" : outputs.map(\.column.sql).joined(separator: ", ")
  }

  private static func outputs(
    _ select: String, _ table: ReadableTable, _ catalog: Catalog, depth: Int
  ) throws(RESTRefusal) -> [Output] {
    var outputs: [Output] = []
    for item in ListText.items(select[...]) where !item.isEmpty {
      if item == "*" {
        outputs += table.columns.map { Output(name: $0.name, column: $0, isText: false) }
      } else if item.contains("(") {
        outputs.append(try embedded(item, table, catalog, depth: depth))
      } else {
        outputs.append(try output(item, table))
      }
    }
    return outputs
  }

  /// Reads `[alias:]table[!relationship](columns)`.
  private static func embedded(
    _ item: Substring, _ table: ReadableTable, _ catalog: Catalog, depth: Int
  ) throws(RESTRefusal) -> Output {
    guard depth < Embedding.depth, item.last == ")", let open = item.firstIndex(of: "(") else {
      throw .unparsed("select parameter", String(item), at: 1, expecting: "column name")
    }
    let select = String(item[open...].dropFirst().dropLast())
    let words = item[..<open].split(separator: ":", maxSplits: 1)
    let parts = (words.last ?? "").split(separator: "!")
    let name = parts.first.map(String.init) ?? ""
    let embedding = try Embedding(
      of: name, hint: parts.dropFirst().first.map(String.init), in: table, catalog
    ) { (inner) throws(RESTRefusal) in
      try outputs(select, inner, catalog, depth: depth + 1)
    }
    let column = ReadableTable.Column(
      name, .json, sql: embedding.sql, values: embedding.outputs.flatMap(\.column.values))
    return Output(
      name: words.count == 2 ? String(words[0]) : name, column: column, isText: false,
      embedding: embedding)
  }

  /// Reads `[alias:]column[::text]`.
  private static func output(
    _ item: Substring, _ table: ReadableTable
  ) throws(RESTRefusal) -> Output {
    var parts = item.split(separator: ":", omittingEmptySubsequences: false)
    let isText = parts.count >= 3 && parts[parts.count - 2].isEmpty && parts.last == "text"
    if isText { parts.removeLast(2) }
    guard parts.count <= 2, let last = parts.last else {
      throw .unparsed("select parameter", String(item), at: 1, expecting: "column name")
    }
    let column = try table.column(String(last))
    return Output(
      name: parts.count == 2 ? String(parts[0]) : column.name, column: column, isText: isText)
  }

  /// Nulls stand last when ascending and first when descending, as in PostgreSQL.
  private static func order(
    _ text: String?, _ table: ReadableTable
  ) throws(RESTRefusal) -> [(column: ReadableTable.Column, way: String)] {
    var order: [(column: ReadableTable.Column, way: String)] = []
    for item in (text ?? "").split(separator: ",") {
      let parts = item.split(separator: ".", omittingEmptySubsequences: false)
      var isDescending = false
      var nullsFirst: Bool?
      var place = parts[0].count + 2
      for word in parts.dropFirst() {
        switch word {
        case "asc": isDescending = false
        case "desc": isDescending = true
        case "nullsfirst": nullsFirst = true
        case "nullslast": nullsFirst = false
        default:
          throw .unparsed(
            "order", String(item), at: place,
            expecting: "\"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"")
        }
        place += word.count + 1
      }
      let column = try table.column(String(parts[0]))
      let nulls = nullsFirst ?? isDescending ? "FIRST" : "LAST"
      order.append((column, "\(isDescending ? "DESC" : "ASC") NULLS \(nulls)"))
    }
    return order
  }
}
