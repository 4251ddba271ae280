package import Vocabulary

/// One value of a row.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, if it is a whole one.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// Whether it is NULL.
  package var isNull: Bool { self == .null }

  /// The same value in JSON; a blob becomes hexadecimal text, as SQLite's own hex() writes it.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .number(value)
    case .text(let text): .string(text)
    case .blob(let bytes):
      .string(
        String(
          decoding: bytes.flatMap { [lowerHex($0 >> 4), lowerHex($0 & 15)] }, as: UTF8.self))
    }
  }

  /// A JSON scalar as a value: true is 1; lists and objects are their JSON text.
  package init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .real(value)
    case .string(let text): self = .text(text)
    case .array, .object: self = .text(json.text)
    }
  }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}
