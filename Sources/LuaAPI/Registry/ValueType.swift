/// What an argument or an option may be.
package enum ValueType: Sendable, Hashable {
  case text
  /// A text that names a verse, a chapter, a range or a book.
  case reference
  /// A span of time, `"5m"`.
  case duration
  case integer
  case number
  case boolean
  case function
  case table
  /// One text, or a list of texts.
  case texts
  /// A record of this class, or its id.
  case record(String)
  /// One of these words.
  case choice([String])
  case any

  /// What messages and help call it.
  package var name: String {
    switch self {
    case .text: "text"
    case .reference: "reference"
    case .duration: "duration"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .function: "function"
    case .table: "table"
    case .texts: "text or list of texts"
    case .record(let name): "\(name) or its id"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .any: "any value"
    }
  }
}
