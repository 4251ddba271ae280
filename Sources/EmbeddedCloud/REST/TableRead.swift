import Cloud
import Store
import Vocabulary

/// One read of a table: which columns and rows, in which order, and how many.
struct TableRead {
  /// A column of the answer.
  struct Output {
    let name: String
    let column: ReadableTable.Column
    /// `::text` was asked for.
    let isText: Bool
  }

  let table: ReadableTable
  let outputs: [Output]
  let filter: Filter
  let order: [String]
  let window: RowWindow
  /// The kind of count in `Prefer`, nil where none is wanted.
  let count: String?
  let isSingle: Bool

  private static let reserved = ["select", "order", "limit", "offset", "columns", "on_conflict"]

  init(
    _ table: ReadableTable, _ query: QueryString, _ headers: HTTPHeaders
  ) throws(RESTRefusal) {
    self.table = table
    isSingle = try Self.isSingle(headers["Accept"] ?? "*/*")
    outputs = try Self.outputs(query["select"] ?? "*", table)
    let parser = FilterParser(table: table)
    var filters: [Filter] = []
    for (name, value) in query.pairs where !Self.reserved.contains(name) {
      filters.append(try parser.filter(name, value))
    }
    filter = .all(filters)
    order = try Self.order(query["order"], table)
    window = try RowWindow(query, range: headers["Range"])
    let wishes = (headers["Prefer"] ?? "").split { $0 == "," || $0 == " " }
    count = ["exact", "planned", "estimated"].first { wishes.contains("count=\($0)") }
  }

  private static func isSingle(_ accept: String) throws(RESTRefusal) -> Bool {
    for type in accept.split(separator: ",") {
      switch type.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
      case "application/json", "*/*", "application/*": return false
      case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object": return true
      default: continue
      }
    }
    throw RESTRefusal("PGRST107", "None of these media types are available: \(accept)")
  }

  private static func outputs(
    _ select: String, _ table: ReadableTable
  ) throws(RESTRefusal) -> [Output] {
    var outputs: [Output] = []
    for item in select.split(separator: ",") {
      if item == "*" {
        outputs += table.columns.map { Output(name: $0.name, column: $0, isText: false) }
        continue
      }
      if let open = item.firstIndex(of: "(") {
        throw RESTRefusal(
          "PGRST200",
          "Could not find a relationship between '\(table.name)' and '\(item[..<open])' in the "
            + "schema cache")
      }
      outputs.append(try output(item, table))
    }
    return outputs
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
    return Output(name: String(parts[0]), column: column, isText: isText)
  }

  /// Nulls stand last when ascending and first when descending, as in PostgreSQL.
  private static func order(
    _ text: String?, _ table: ReadableTable
  ) throws(RESTRefusal) -> [String] {
    var order: [String] = []
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
      order.append("\"\(column.name)\" \(isDescending ? "DESC" : "ASC") NULLS \(nulls)")
    }
    return order
  }
}

/// Which of the rows are wanted: `limit`, `offset` and the header `Range`, and the server's bound.
struct RowWindow {
  /// Rows in one answer. Why: what hosted projects allow. Unit: rows.
  static let rows = 1000

  let offset: Int
  let limit: Int

  init(_ query: QueryString, range: String?) throws(RESTRefusal) {
    var first = max(0, query["offset"].flatMap { Int($0) } ?? 0)
    var count = query["limit"].flatMap { Int($0) }.map { max(0, $0) } ?? Int.max
    if let range, let bounds = try Self.bounds(range) {
      first = max(first, bounds.first)
      count = min(count, bounds.count)
    }
    offset = first
    limit = min(count, Self.rows)
  }

  /// Reads `5-9` or `5-`; nil for anything else, which is ignored.
  private static func bounds(_ text: String) throws(RESTRefusal) -> (first: Int, count: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), first >= 0 else { return nil }
    if parts[1].isEmpty { return (first, Int.max) }
    guard let last = Int(parts[1]) else { return nil }
    guard first <= last else {
      throw RESTRefusal(
        "PGRST103", "Requested range not satisfiable",
        details: "The lower boundary must be lower than or equal to the upper boundary in the "
          + "Range header.")
    }
    return (first, last - first == Int.max ? Int.max : last - first + 1)
  }
}
