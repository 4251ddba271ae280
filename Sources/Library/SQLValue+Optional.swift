import Store

extension SQLValue {
  /// A text, or NULL for none.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  /// A number, or NULL for none.
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
}
