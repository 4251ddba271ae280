/// The header fields of one message, in the order they were written.
///
/// Names compare without regard to case, as HTTP asks; a name may stand more than once.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One line of a message head.
  package struct Field: Sendable, Equatable {
    /// As written; case does not count.
    package let name: String
    /// Without spaces around it.
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Every field, in order.
  package private(set) var fields: [Field] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value of `name`, or nil; setting it replaces every field of that name.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameFieldName(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameFieldName(as: name) }
      if let newValue { add(name, newValue) }
    }
  }

  /// Adds one more field, whatever is there already.
  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension String {
  /// Whether two field names are one, by ASCII case only.
  package func isSameFieldName(as other: String) -> Bool {
    var theirs = other.utf8.makeIterator()
    for byte in utf8 {
      guard let their = theirs.next(), byte.asciiLowercased == their.asciiLowercased else {
        return false
      }
    }
    return theirs.next() == nil
  }
}

extension UInt8 {
  /// The byte, with A–Z as a–z.
  package var asciiLowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
