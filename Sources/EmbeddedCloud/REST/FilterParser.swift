import Store
import Vocabulary

/// Reads the filters of a query string: `id=eq.1`, `or=(a.gt.1,and(b.is.null,c.in.(1,2)))`.
/// Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html
struct FilterParser {
  let table: ReadableTable

  /// Groups within groups. Unit: levels.
  private static let depth = 16
  /// Values of one list. Unit: values. Why: SQLite binds no more than 250,000.
  private static let listValues = 100_000

  /// Words of a query that are no names of columns.
  private static let reserved = ["select", "order", "limit", "offset", "columns", "on_conflict"]

  /// The filters of a query string, all of which rows must pass.
  func filters(_ query: QueryString) throws(RESTRefusal) -> [Filter] {
    let pairs = query.pairs.filter { !Self.reserved.contains($0.name) }
    // What cannot be read is told before what is not there.
    for (name, value) in pairs where !Self.groups.contains(name) { try requireOperator(value) }
    var filters: [Filter] = []
    for (name, value) in pairs { filters.append(try filter(name, value)) }
    return filters
  }

  private static let operators = Filter.Comparison.allCases.map(\.rawValue) + ["is", "in"]
  private static let groups = ["and", "or", "not.and", "not.or"]

  private func requireOperator(_ text: String) throws(RESTRefusal) {
    let rest = text.removingPrefix("not.") ?? text
    guard Self.operators.contains(where: { rest.hasPrefix("\($0).") }) else {
      throw unknownOperator(rest)
    }
  }

  private func filter(_ name: String, _ value: String) throws(RESTRefusal) -> Filter {
    switch name {
    case "and", "or": return try group(name, value, depth: 0)
    case "not.and", "not.or": return .not(try group(String(name.dropFirst(4)), value, depth: 0))
    default: return try condition(try table.column(name), value, isQuotable: false)
    }
  }

  private func group(_ word: String, _ text: String, depth: Int) throws(RESTRefusal) -> Filter {
    guard depth < Self.depth, text.hasPrefix("("), text.hasSuffix(")"), text.utf8.count >= 2 else {
      throw fault("logic tree", text, at: 1, expecting: "\"(\"")
    }
    var filters: [Filter] = []
    for item in ListText.items(text.dropFirst().dropLast()) {
      filters.append(try member(item, depth: depth + 1))
    }
    return word == "and" ? .all(filters) : .any(filters)
  }

  private func member(_ item: Substring, depth: Int) throws(RESTRefusal) -> Filter {
    for word in ["and", "or"] {
      if item.hasPrefix("\(word)(") {
        return try group(word, String(item.dropFirst(word.count)), depth: depth)
      }
      if item.hasPrefix("not.\(word)(") {
        return .not(try group(word, String(item.dropFirst(word.count + 4)), depth: depth))
      }
    }
    guard let dot = item.firstIndex(of: ".") else {
      throw fault("logic tree", String(item), at: item.count + 1, expecting: "\".\"")
    }
    let rest = String(item[dot...].dropFirst())
    return try condition(try table.column(String(item[..<dot])), rest, isQuotable: true)
  }

  /// Reads `[not.]operator.value`; inside a group a value may stand in quotes.
  private func condition(
    _ column: ReadableTable.Column, _ text: String, isQuotable: Bool
  ) throws(RESTRefusal) -> Filter {
    guard let rest = text.removingPrefix("not.") else {
      return try term(column, text, isQuotable: isQuotable)
    }
    return .not(try term(column, rest, isQuotable: isQuotable))
  }

  private func term(
    _ column: ReadableTable.Column, _ text: String, isQuotable: Bool
  ) throws(RESTRefusal) -> Filter {
    if let rest = text.removingPrefix("is.") { return try isCondition(column, rest) }
    if let rest = text.removingPrefix("in.") { return try list(column, rest) }
    for comparison in Filter.Comparison.allCases {
      guard let rest = text.removingPrefix("\(comparison.rawValue).") else { continue }
      let value = isQuotable ? ListText.unquoted(rest[...]) : rest
      return try compare(column, comparison, value)
    }
    throw unknownOperator(text)
  }

  private func compare(
    _ column: ReadableTable.Column, _ comparison: Filter.Comparison, _ value: String
  ) throws(RESTRefusal) -> Filter {
    if let (name, kind) = comparison.operatorOfOneKind, kind != column.kind {
      throw .noOperator(column.kind.typeName, name)
    }
    switch comparison {
    case .like, .ilike:
      let glob = try LikePattern.glob(value, ignoringCase: comparison == .ilike)
      return .compare(column, comparison, .text(glob))
    case .cs where !column.values.isEmpty, .cd where !column.values.isEmpty:
      throw RESTRefusal("0A000", "what a path finds is not compared as a set")
    case .cs: return .holds(column, try elements(value))
    case .cd: return .isWithin(column, try elements(value))
    default: return .compare(column, comparison, try column.kind.sqlValue(value))
    }
  }

  /// The elements of a set, or one alone.
  private func elements(_ text: String) throws(RESTRefusal) -> JSONValue {
    let value = try ColumnKind.json.value(text)
    let items = value.array ?? [value]
    guard items.allSatisfy({ $0.string != nil }) else {
      throw RESTRefusal("0A000", "only sets of strings are compared")
    }
    return .array(items)
  }

  private func isCondition(
    _ column: ReadableTable.Column, _ word: String
  ) throws(RESTRefusal) -> Filter {
    switch word.lowercased() {
    case "null": return .isNull(column)
    case "not_null": return .not(.isNull(column))
    case "true", "false", "unknown":
      throw RESTRefusal(
        "42804",
        "argument of IS \(word.uppercased()) must be type boolean, not type "
          + column.kind.typeName)
    default: throw fault("filter", "is.\(word)", at: 4, expecting: "null or not_null")
    }
  }

  private func list(_ column: ReadableTable.Column, _ text: String) throws(RESTRefusal) -> Filter {
    guard text.hasPrefix("("), text.hasSuffix(")"), text.utf8.count >= 2 else {
      throw fault("filter", "in.\(text)", at: 4, expecting: "\"(\"")
    }
    let items = text == "()" ? [] : ListText.items(text.dropFirst().dropLast())
    guard items.count <= Self.listValues else {
      throw RESTRefusal("54000", "too many values in a list")
    }
    var values: [SQLValue] = []
    for item in items { values.append(try column.kind.sqlValue(ListText.unquoted(item))) }
    return .isIn(column, values)
  }

  private func unknownOperator(_ text: String) -> RESTRefusal {
    if let word = Self.operators.filter({ text.hasPrefix($0) }).max(by: { $0.count < $1.count }) {
      return fault("filter", text, at: word.count + 1, expecting: "operator (eq, gt, ...)")
    }
    return fault("filter", text, at: 1, expecting: "\"not\" or operator (eq, gt, ...)")
  }

  private func fault(
    _ what: String, _ text: String, at column: Int, expecting: String
  ) -> RESTRefusal {
    .unparsed(what, text, at: column, expecting: expecting)
  }
}

extension RESTRefusal {
  /// A parameter that cannot be read, in the words of PostgREST's parser.
  static func unparsed(
    _ what: String, _ text: String, at column: Int, expecting: String
  ) -> RESTRefusal {
    let found = text.dropFirst(column - 1).first.map { "\"\($0)\"" } ?? "end of input"
    return RESTRefusal(
      "PGRST100", "\"failed to parse \(what) (\(text))\" (line 1, column \(column))",
      details: "unexpected \(found) expecting \(expecting)")
  }
}
