import Vocabulary

/// What a text must be to be stored: UTF-8 without U+0000, of at most `Limits.textBytes`.
///
/// Why here: PostgreSQL refuses U+0000 for ever, and the cloud refuses what is too large; so both
/// are refused at the write, where the person can mend them.
package enum TextRule {
  /// Refuses a text that cannot be stored; an empty one too, unless it may be.
  ///
  /// `argument` is what the caller knows the text as.
  package static func check(
    _ text: String, _ argument: String, mayBeEmpty: Bool = false
  ) throws(LibraryError) {
    var text = text
    let problem = text.withUTF8 { Self.problem($0, argument, mayBeEmpty) }
    if let problem { throw problem }
  }

  /// Refuses what cannot be a name: more than one line, or too long for a list.
  static func checkName(_ name: String, _ argument: String) throws(LibraryError) {
    try check(name, argument)
    let isOneLine = name.unicodeScalars.allSatisfy {
      ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    guard isOneLine else { throw .unfitName(argument: argument, problem: "has several lines") }
    guard name.count <= Limits.nameCharacters else {
      throw .unfitName(argument: argument, problem: "has \(name.count) characters")
    }
  }

  /// The text that bytes of unknown origin hold.
  package static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ argument: String, mayBeEmpty: Bool = false
  ) throws(LibraryError) -> String {
    guard bytes.count <= Limits.textBytes else {
      throw .longText(argument: argument, bytes: bytes.count)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalidText(argument: argument, byte: firstInvalidByte(bytes))
    }
    if let problem = problem(bytes, argument, mayBeEmpty) { throw problem }
    return text
  }

  private static func problem(
    _ bytes: UnsafeBufferPointer<UInt8>, _ argument: String, _ mayBeEmpty: Bool
  ) -> LibraryError? {
    guard bytes.count <= Limits.textBytes else {
      return .longText(argument: argument, bytes: bytes.count)
    }
    if let nul = bytes.firstIndex(of: 0) { return .nulInText(argument: argument, byte: nul) }
    return !mayBeEmpty && isBlank(bytes) ? .emptyText(argument: argument) : nil
  }

  /// Whether nobody would see anything of it: spaces, controls and marks without a width.
  private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.contains(where: { (0x21...0x7e).contains($0) }) { return false }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.isInvisible)
  }

  private static func firstInvalidByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    return place
  }
}

extension Unicode.Scalar {
  /// Whether it is a space, a control or a mark without a width.
  var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || [.control, .format].contains(properties.generalCategory)
  }
}
