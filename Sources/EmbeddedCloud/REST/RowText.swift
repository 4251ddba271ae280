import Store
import Vocabulary

/// In which form rows are answered.
enum MediaType {
  case json
  /// One row, without the brackets around.
  case object
  case csv

  /// Reads the header `Accept`: the first that is offered.
  init(accept: String?) throws(RESTRefusal) {
    let accept = accept ?? "*/*"
    for type in accept.split(separator: ",") {
      switch type.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
      case "application/json", "*/*", "application/*": self = .json
      case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object": self = .object
      case "text/csv": self = .csv
      default: continue
      }
      return
    }
    throw RESTRefusal("PGRST107", "None of these media types are available: \(accept)")
  }

  var contentType: String {
    switch self {
    case .json: RESTEndpoints.jsonType
    case .object: "application/vnd.pgrst.object+json; charset=utf-8"
    case .csv: "text/csv; charset=utf-8"
    }
  }
}

/// Rows as text, row by row.
struct RowText {
  let outputs: [Selection.Output]
  let type: MediaType
  private(set) var count = 0
  private var text: [UInt8] = []

  init(_ outputs: [Selection.Output], _ type: MediaType) {
    self.outputs = outputs
    self.type = type
  }

  /// The whole body. Refused where one object is wanted and there is not one.
  func body() throws(RESTRefusal) -> [UInt8] {
    switch type {
    case .json: return Array("[".utf8) + text + Array("]".utf8)
    case .csv:
      let names = outputs.map(\.name).joined(separator: ",")
      return Array("\(count == 0 ? "" : names)\n".utf8) + text
    case .object:
      guard count == 1 else { throw Self.notSingle(count) }
      return text
    }
  }

  static func notSingle(_ count: Int) -> RESTRefusal {
    RESTRefusal(
      "PGRST116", "Cannot coerce the result to a single JSON object",
      details: "The result contains \(count) rows")
  }

  /// Adds the row on which a statement stands; its columns are the outputs.
  mutating func append(_ row: Statement) {
    if count > 0 { text += (type == .csv ? "\n" : ", \n ").utf8 }
    count += 1
    if type != .csv { text.append(UInt8(ascii: "{")) }
    for (place, output) in outputs.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      if type == .csv {
        appendCSV(row, place, output)
      } else {
        writeJSON(output.name.utf8, to: &text)
        text.append(UInt8(ascii: ":"))
        appendJSON(row, place, output)
      }
    }
    if type != .csv { text.append(UInt8(ascii: "}")) }
  }

  private mutating func appendJSON(_ row: Statement, _ place: Int, _ output: Selection.Output) {
    if row.isNull(place) {
      text += "null".utf8
      return
    }
    if let embedding = output.embedding {
      text += Self.text(Self.parsed(row.text(place)), embedding).utf8
      return
    }
    switch output.kind {
    case .integer where !output.isText: text += row.utf8(place)
    case .json where !output.isText: text += Self.jsonText(row.text(place)).utf8
    case .json: writeJSON(Self.jsonText(row.text(place)).utf8, to: &text)
    case .time: writeJSON(Self.timestamp(row.text(place), separator: "T").utf8, to: &text)
    case .text, .uuid, .integer, .shortInteger: writeJSON(row.utf8(place), to: &text)
    }
  }

  /// As a field of a row in PostgreSQL's text: in quotes where it holds what separates fields.
  private mutating func appendCSV(_ row: Statement, _ place: Int, _ output: Selection.Output) {
    guard !row.isNull(place) else { return }
    let word =
      switch output.kind {
      case .json: Self.jsonText(row.text(place))
      case .time: String(Self.timestamp(row.text(place), separator: " ").dropLast(3))
      case .text, .uuid, .integer, .shortInteger: row.text(place)
      }
    let needsQuotes = word.isEmpty || word.contains { "\"\\(),".contains($0) || $0.isWhitespace }
    guard needsQuotes else {
      text += word.utf8
      return
    }
    text.append(UInt8(ascii: "\""))
    for byte in word.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(byte) }
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
  }

  /// As PostgreSQL writes times: `+00:00`, and no zeros at the end of a fraction.
  static func timestamp(_ stored: String, separator: String) -> String {
    guard stored.hasSuffix("Z") else { return stored }
    var text = stored.dropLast()
    if text.contains(where: { $0 == "." }) {
      while text.last == "0" { text = text.dropLast() }
      if text.last == "." { text = text.dropLast() }
    }
    return "\(text.prefix(10))\(separator)\(text.dropFirst(11))+00:00"
  }

  /// What SQLite made itself.
  private static func parsed(_ text: String) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: text) } catch { return .null }
  }

  /// As PostgreSQL writes `jsonb`: spaces behind colons and commas, short keys first.
  static func jsonText(_ stored: String) -> String {
    do throws(JSONError) { return jsonText(try JSONValue(parsing: stored)) } catch {
      return stored
    }
  }

  private static func jsonText(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): return "[\(items.map(jsonText).joined(separator: ", "))]"
    case .object(let object):
      let members = object.members.sorted { one, other in
        let (first, second) = (one.key.utf8, other.key.utf8)
        return first.count == second.count
          ? first.lexicographicallyPrecedes(second) : first.count < second.count
      }
      let words = members.map { "\(JSONValue.string($0.key).text): \(jsonText($0.value))" }
      return "{\(words.joined(separator: ", "))}"
    default: return value.text
    }
  }
}
