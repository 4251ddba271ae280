import Vocabulary

/// What was read must be written so that it is read again as the same.
enum JSONTarget {
  static func problem(_ input: [UInt8]) -> String? {
    guard let value = read(input) else { return nil }
    let text = value.text
    guard let again = read(Array(text.utf8)) else { return "unreadable after writing: \(text)" }
    return again == value && again.text == text ? nil : "another value after writing: \(text)"
  }

  static func read(_ bytes: [UInt8]) -> JSONValue? {
    do { return try JSONValue(parsing: bytes) } catch { return nil }
  }
}
