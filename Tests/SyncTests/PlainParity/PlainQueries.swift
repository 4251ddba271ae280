import Schema
import Support
import Vocabulary

/// A read of a plain client: as HTTP has it, and as SQL.
struct PlainQuery {
  let table: SyncedTable
  /// Conditions in the form of `and=(…)`, and in SQL.
  let filter: (http: String, sql: String)
  let order: (http: String, sql: String)
  let window: (offset: Int, limit: Int)
}

/// Random reads, the same for ever from one seed: every operator over every kind of column, in
/// groups within groups, ordered with nulls at either end, page by page.
struct PlainQueries {
  private let dice: SeededSurroundings
  private let ids: [String]
  private static let texts = ["a", "B", "b", "é", "É", "it's \"so\"", "10", "9", "", "x,y(z)\\w"]
  private static let patterns = ["a", "*", "%o%", "É", "_", "1_", "B*", "*\"*", "\\*", "[a]", "?"]

  init(seed: UInt64, ids: [String]) {
    dice = SeededSurroundings(seed: seed)
    self.ids = ids
  }

  mutating func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(count)) }
  mutating func pick<Item>(_ items: [Item]) -> Item { items[roll(items.count)] }

  mutating func next(in table: SyncedTable) -> PlainQuery {
    let parts = (0...roll(8) / 6).map { _ in condition(in: table, depth: 0) }
    return PlainQuery(
      table: table,
      filter: (
        "(\(parts.map(\.0).joined(separator: ",")))", parts.map(\.1).joined(separator: " and ")
      ),
      order: order(in: table), window: (roll(5) / 3, roll(8)))
  }

  private mutating func condition(in table: SyncedTable, depth: Int) -> (String, String) {
    if depth < 3, roll(4) == 0 {
      let parts = (0...roll(2)).map { _ in condition(in: table, depth: depth + 1) }
      let word = pick(["and", "or"])
      let not = roll(3) == 0
      let sql = parts.map(\.1).joined(separator: " \(word) ")
      return (
        "\(not ? "not." : "")\(word)(\(parts.map(\.0).joined(separator: ",")))",
        "\(not ? "not " : "")(\(sql))"
      )
    }
    let column = pick(columns(of: table))
    var (http, sql) = term(column)
    if roll(4) == 0 { (http, sql) = ("not.\(http)", "not (\(sql))") }
    return ("\(column.name).\(http)", sql)
  }

  /// Not the number: rows of one statement get theirs in each database's own order.
  private func columns(of table: SyncedTable) -> [SyncedColumn] {
    table.joinedColumns + [
      SyncedColumn("updated_at", .time, .lww),
      SyncedColumn("id", .reference(table: table.name, isRequired: true), .lww),
    ]
  }

  /// What stands behind the column's name, and the condition.
  private mutating func term(_ column: SyncedColumn) -> (String, String) {
    if roll(6) == 0 { return ("is.null", "t.\(column.name) is null") }
    let value = value(of: column)
    if roll(5) == 0 {
      let list = [value] + (0..<roll(2)).map { _ in self.value(of: column) }
      return (
        "in.(\(list.map(Self.quoted).joined(separator: ",")))",
        "t.\(column.name) in (\(list.map(Self.literal).joined(separator: ",")))"
      )
    }
    let special: [(String, String)] =
      switch column.kind {
      case .text: [("like", "like"), ("ilike", "ilike")]
      case .set: [("cs", "@>"), ("cd", "<@")]
      default: [("gt", ">"), ("gte", ">="), ("lt", "<"), ("lte", "<=")]
      }
    let (name, sign) = pick(
      special + [("eq", "="), ("neq", "<>"), ("isdistinct", "is distinct from")])
    guard column.kind == .text, name.hasSuffix("like") else {
      return (
        "\(name).\(Self.quoted(value))", "t.\(column.name) \(sign) \(Self.literal(value))"
      )
    }
    let pattern = pick(Self.patterns)
    let stars = pattern.split(separator: "*", omittingEmptySubsequences: false)
    return (
      "\(name).\(Self.quoted(pattern))",
      "t.\(column.name) \(sign) \(Self.literal(stars.joined(separator: "%")))"
    )
  }

  private mutating func value(of column: SyncedColumn) -> String {
    switch column.kind {
    case .text: pick(Self.texts)
    case .integer: "\(roll(6) - 1)"
    case .time: pick(["2026-01-01", "2026-01-01T00:00:05Z", "2026-01-01T02:00:05.98765+02:00"])
    case .reference: pick(ids)
    case .set: pick([#"["a"]"#, #"["a", "b"]"#, "[]", #"["é"]"#, #"["Z","a","b","é"]"#])
    }
  }

  private mutating func order(in table: SyncedTable) -> (String, String) {
    // Text is sorted by the rules of a language there, by its bytes here.
    let sorted = columns(of: table).filter { $0.kind != .text && $0.kind != .set }
    var terms: [(String, String)] = []
    for _ in 0..<roll(3) {
      let name = pick(sorted).name
      let end = pick([("", ""), (".nullsfirst", " nulls first"), (".nullslast", " nulls last")])
      let way = pick([("", ""), (".asc", " asc"), (".desc", " desc")])
      terms.append(("\(name)\(way.0)\(end.0)", "t.\(name)\(way.1)\(end.1)"))
    }
    terms.append(("id", "t.id"))
    return (
      terms.map(\.0).joined(separator: ","), terms.map(\.1).joined(separator: ", ")
    )
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }

  private static func literal(_ text: String) -> String { "$v$\(text)$v$" }
}
