import Store
import Vocabulary

/// A row of the app's, whose values may be of any type: SQLite took what it was given.
///
/// What loses nothing is simply read: a number as text, text as a number, a time in any of its
/// forms. Everything else is a problem of the row, and then the row as it was is kept.
struct OldRow {
  let table: OldTable
  let values: [SQLValue]
  /// What could not be read as it stands.
  private(set) var problems: [String] = []

  init(table: OldTable, values: [SQLValue]) {
    self.table = table
    self.values = values
  }

  /// As it is stored; null for a column that this version does not have.
  func value(_ column: String) -> SQLValue { table.places[column].map { values[$0] } ?? .null }

  mutating func note(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// A column as text; nil for null.
  mutating func text(_ column: String) -> String? {
    switch value(column) {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): Int64(exactly: number).map(String.init) ?? number.description
    case .text(let text): withoutZeros(text, column)
    case .blob(let bytes): withoutZeros(decoded(bytes, column), column)
    }
  }

  private mutating func decoded(_ bytes: [UInt8], _ column: String) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    note("\(column) is not UTF-8")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Neither the cloud nor our tables hold U+0000.
  private mutating func withoutZeros(_ text: String, _ column: String) -> String {
    guard text.utf8.contains(0) else { return text }
    note("\(column) holds U+0000")
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }

  /// What names a row: a whole number in its usual form, else the text; nil for null.
  ///
  /// Some tool may have let ids be texts, or numbers in texts.
  func key(_ column: String) -> String? {
    var row = self
    return row.text(column).map { text in Int64(text).map { String($0) } ?? text }
  }

  /// A column as a whole number; nil for null.
  mutating func integer(_ column: String) -> Int64? {
    let number: Int64? =
      switch value(column) {
      case .null: nil
      case .integer(let number): number
      case .real(let number): Int64(exactly: number)
      case .text(let text): Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
      case .blob(let bytes): Int64(String(decoding: bytes, as: UTF8.self))
      }
    if number == nil, value(column) != .null { note("\(column) is no whole number") }
    return number
  }

  /// A column as a moment; nil for null.
  ///
  /// Numbers are seconds or milliseconds since 1970, or a Julian day, told apart by their size.
  mutating func time(_ column: String) -> Instant? {
    let time: Instant? =
      switch value(column) {
      case .null: nil
      case .integer(let number): Self.time(Double(number))
      case .real(let number): Self.time(number)
      case .text(let text): Self.time(text)
      case .blob(let bytes): Self.time(String(decoding: bytes, as: UTF8.self))
      }
    if time == nil, value(column) != .null { note("\(column) is no time") }
    return time
  }

  /// A text as a moment, in any form that the app or others write; nil for none.
  static func time(_ text: String) -> Instant? {
    let text = text.drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace } ?? text.startIndex
    let core = text.isEmpty ? text : text[...end]
    return Instant(core) ?? Double(core).flatMap { time($0) }
  }

  private static func time(_ number: Double) -> Instant? {
    switch number {
    case 1_000_000..<10_000_000:
      Instant(milliseconds: Int64(((number - 2_440_587.5) * 86_400_000).rounded()))
    case 10_000_000..<100_000_000_000: Instant(milliseconds: Int64(number * 1000))
    case 100_000_000_000..<100_000_000_000_000: Instant(milliseconds: Int64(number))
    default: nil
    }
  }

  /// The row as leftovers keep it: what is null is left out, bytes are hexadecimal.
  var json: String {
    var members = JSONObject()
    for (column, value) in zip(table.columns, values) where value != .null {
      if case .blob = value {
        members[column] = ["hex": value.json]
      } else {
        members[column] = value.json
      }
    }
    return JSONValue.object(members).text
  }
}
