import Schema
import Store
import Vocabulary

/// What a column of PostgreSQL holds, how it reads text, and which text it refuses.
enum ColumnKind: Equatable {
  case text
  case integer
  /// Of four bytes: no column has it, an argument does.
  case shortInteger
  case time
  case uuid
  case json

  init(_ kind: SyncedColumn.Kind) {
    self =
      switch kind {
      case .text: .text
      case .integer: .integer
      case .time: .time
      case .set: .json
      case .reference: .uuid
      }
  }

  /// The name of the type.
  var typeName: String {
    switch self {
    case .text: "text"
    case .integer: "bigint"
    case .shortInteger: "integer"
    case .time: "timestamp with time zone"
    case .uuid: "uuid"
    case .json: "jsonb"
    }
  }

  /// Reads text as the input function of the type does.
  func value(_ text: String) throws(RESTRefusal) -> JSONValue {
    switch self {
    case .text: return .string(text)
    case .integer: return .integer(try number(text))
    case .shortInteger:
      let number = try number(text)
      guard Int32(exactly: number) != nil else { throw outOfRange(text) }
      return .integer(number)
    case .time: return .string(try time(text).text)
    case .uuid:
      guard let id = Self.uuid(text) else { throw invalid(text) }
      return .string(id.text)
    case .json:
      do throws(JSONError) { return try JSONValue(parsing: text) } catch {
        throw RESTRefusal(
          "22P02", "invalid input syntax for type json", details: Self.jsonFault(text))
      }
    }
  }

  /// The same, in the form in which the column holds it.
  func sqlValue(_ text: String) throws(RESTRefusal) -> SQLValue { SQLValue(try value(text)) }

  private func invalid(_ text: String) -> RESTRefusal {
    RESTRefusal("22P02", "invalid input syntax for type \(typeName): \"\(text)\"")
  }

  private func number(_ text: String) throws(RESTRefusal) -> Int64 {
    let digits = text.trimming { $0.isWhitespace }
    if let number = Int64(digits) { return number }
    let rest = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits[...]
    guard !rest.isEmpty, rest.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw invalid(text)
    }
    throw outOfRange(text)
  }

  private func outOfRange(_ text: String) -> RESTRefusal {
    RESTRefusal("22003", "value \"\(text)\" is out of range for type \(typeName)")
  }

  private func time(_ text: String) throws(RESTRefusal) -> Instant {
    if let time = Instant(text) { return time }
    let digits = text.map { $0.isASCII && $0.isNumber ? "0" : $0 }
    guard String(digits).hasPrefix("0000-00-00"), isTime(digits.dropFirst(10)) else {
      throw RESTRefusal(
        "22007", "invalid input syntax for type timestamp with time zone: \"\(text)\"")
    }
    let month = Int(text.dropFirst(5).prefix(2)) ?? 0
    let date = Int(text.dropFirst(8).prefix(2)) ?? 0
    let isOrder = !(1...12).contains(month) || !(1...31).contains(date)
    throw RESTRefusal(
      "22008", "date/time field value out of range: \"\(text)\"",
      hint: isOrder ? "Perhaps you need a different \"datestyle\" setting." : nil)
  }

  /// Whether what follows a date is nothing, or a time of day, as its digits go.
  private func isTime(_ rest: ArraySlice<Character>) -> Bool {
    if rest.isEmpty { return true }
    guard let first = rest.first, "Tt ".contains(first) else { return false }
    let body = String(rest.dropFirst())
    return body.hasPrefix("00:00") && body.allSatisfy { "0:.Zz+-".contains($0) }
  }

  /// Hyphens may stand behind any four digits, braces around the whole.
  private static func uuid(_ text: String) -> RecordID? {
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") {
      bytes = bytes.dropFirst().dropLast()
    }
    var digits: [UInt8] = []
    for byte in bytes {
      if hexDigit(byte) != nil {
        digits.append(byte)
      } else if byte != UInt8(ascii: "-") || digits.isEmpty || digits.count % 4 != 0
        || digits.count >= 32
      {
        return nil
      }
    }
    guard digits.count == 32, bytes.last != UInt8(ascii: "-") else { return nil }
    for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
    return RecordID(String(decoding: digits, as: UTF8.self))
  }

  /// What PostgreSQL says of text that is no JSON, where a word is at fault.
  private static func jsonFault(_ text: String) -> String {
    let word = text.trimming { $0.isWhitespace }
    return word.isEmpty
      ? "The input string ended unexpectedly."
      : "Token \"\(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })\" is invalid."
  }
}

extension String {
  /// Without the characters at both ends that are such.
  func trimming(_ isSuch: (Character) -> Bool) -> String {
    var rest = self[...]
    while let first = rest.first, isSuch(first) { rest = rest.dropFirst() }
    while let last = rest.last, isSuch(last) { rest = rest.dropLast() }
    return String(rest)
  }
}
