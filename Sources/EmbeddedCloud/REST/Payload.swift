import Cloud
import Vocabulary

/// The rows that a request's body holds, their values not yet read as any column's.
struct Payload {
  enum Value {
    case null
    case text(String)
    /// Anything else, and how it is written.
    case json(JSONValue, source: String)
  }

  /// By column.
  let rows: [[String: Value]]
  /// The columns that the body names itself.
  let columns: [String]

  /// - Parameter isFree: the columns are named elsewhere, so the rows need not have the same ones.
  init(_ request: HTTPRequest, isFree: Bool) throws {
    let type = request.headers["Content-Type"] ?? "application/json"
    let isCSV: Bool
    switch type.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
    case "application/json", "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
      let items = try Self.items(request.body)
      rows = items.compactMap { $0 }
      columns = rows.first.map { $0.keys.sorted() } ?? []
      let isUniform = rows.count == items.count && rows.allSatisfy { $0.keys.sorted() == columns }
      guard isFree || isUniform else { throw RESTRefusal("PGRST102", "All object keys must match") }
      guard rows.count == items.count else {
        throw RESTRefusal("22023", "argument of json_to_recordset must be an array of objects")
      }
      return
    case "application/x-www-form-urlencoded": isCSV = false
    case "text/csv": isCSV = true
    default: throw RESTRefusal("PGRST102", "Content-Type not acceptable: \(type)")
    }
    let text = String(decoding: request.body, as: UTF8.self)
    if isCSV {
      (columns, rows) = try CSVText.rows(text)
    } else {
      let pairs = QueryString(text).pairs
      rows = [Dictionary(pairs.map { ($0.name, Value.text($0.value)) }) { $1 }]
      columns = rows[0].keys.sorted()
    }
  }

  /// The objects of the body; nil in the place of what is none. A lone value is nothing.
  private static func items(_ body: [UInt8]) throws(JSONError) -> [[String: Value]?] {
    try body.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var scanner = JSONScanner(bytes)
      var items: [[String: Value]?] = []
      switch scanner.peek() {
      case UInt8(ascii: "["):
        try scanner.array(
          { (scanner) throws(JSONError) in items.append(try item(&scanner)) }, { $0 })
      case UInt8(ascii: "{"): items.append(try item(&scanner))
      default: _ = try scanner.value()
      }
      try scanner.end()
      return items
    }
  }

  private static func item(_ scanner: inout JSONScanner) throws(JSONError) -> [String: Value]? {
    guard scanner.peek() == UInt8(ascii: "{") else {
      try scanner.skip()
      return nil
    }
    var row: [String: Value] = [:]
    try scanner.object(
      { (scanner, key) throws(JSONError) in
        row[scanner.string(key)] = try value(&scanner)
      }, { $0 })
    return row
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONError) -> Value {
    if scanner.peek() == UInt8(ascii: "\"") { return .text(scanner.string(try scanner.text())) }
    let start = scanner.place
    let value = try scanner.value()
    if value == .null { return .null }
    let source = scanner.bytes[start..<scanner.place]
    return .json(value, source: String(decoding: source, as: UTF8.self))
  }
}

extension ColumnKind {
  /// Reads a value of a body as PostgreSQL reads JSON into a column.
  func value(_ value: Payload.Value) throws(RESTRefusal) -> JSONValue {
    switch value {
    case .null: return .null
    case .text(let text):
      guard !text.utf8.contains(0) else { throw Self.noText }
      return self == .json ? .string(text) : try self.value(text)
    case .json(let value, let source):
      guard self == .json else { return try self.value(source) }
      guard !value.holdsNUL else { throw Self.noText }
      return value
    }
  }

  private static var noText: RESTRefusal {
    RESTRefusal(
      "22P05", "unsupported Unicode escape sequence",
      details: "\\u0000 cannot be converted to text.")
  }
}

extension JSONValue {
  fileprivate var holdsNUL: Bool {
    switch self {
    case .string(let text): text.utf8.contains(0)
    case .array(let items): items.contains(where: \.holdsNUL)
    case .object(let object):
      object.members.contains { $0.key.utf8.contains(0) || $0.value.holdsNUL }
    default: false
    }
  }
}
