import Store

extension SQLValue {
  /// A text, or NULL for none.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
