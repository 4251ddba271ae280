package import Vocabulary

/// How a preference is stored as text, and what it may be.
///
/// Reading never fails: what another program left that is no value reads as the default. Numbers
/// out of range are brought into it where they say so. An empty text is none.
package enum PreferenceForm: Sendable, Hashable {
  /// `1` or `0`.
  case switched(Bool)
  /// A whole number of a range.
  case integer(ClosedRange<Int64>, Int64, clamps: Bool = false)
  /// A number, brought into its range.
  case number(ClosedRange<Double>, Double)
  /// One of these words; nil for none of them.
  case choice([String], String?)
  /// Any text; nil for none.
  case text(String?)
  /// `2026-11-30`.
  case day
  /// `2026-11-30T09:12:22.123Z`.
  case time
  /// Some of these words. Kept in `elements`, where what two devices add both stays.
  case set([String])
  /// A JSON object that says of each of these names true or false; true where it does not.
  case switches([String])

  /// Whether its rule is that of a set.
  package var isSet: Bool { if case .set = self { true } else { false } }

  /// What messages call its values.
  package var name: String {
    switch self {
    case .switched: "true or false"
    case .integer(let range, _, _): "an integer of \(range.lowerBound) to \(range.upperBound)"
    case .number(let range, _): "a number of \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words, _): "one of \(words.joined(separator: ", "))"
    case .text: "text"
    case .day: "a day like 2026-11-30"
    case .time: "a time like 2026-11-30T09:12:22.123Z"
    case .set(let words): "a list of some of \(words.joined(separator: ", "))"
    case .switches(let names): "a table of true or false for \(names.joined(separator: ", "))"
    }
  }

  /// The value of a stored text; nil for nothing stored.
  package func value(of text: String?) -> JSONValue {
    switch self {
    case .switched(let standard): .bool(standard ? text != "0" : text == "1")
    case .integer(let range, let standard, let clamps):
      .integer(Self.integer(text, range, standard, clamps))
    case .number(let range, let standard): Self.number(text, range, standard)
    case .choice(let words, let standard):
      Self.optional(text.flatMap { words.contains($0) ? $0 : nil } ?? standard)
    case .text(let standard): Self.optional(text.flatMap { $0.isEmpty ? nil : $0 } ?? standard)
    case .day: Self.optional(text.flatMap { Self.isDay($0) ? $0 : nil })
    case .time: Self.optional(text.flatMap { Instant($0)?.text })
    case .set(let words): .array(Self.words(text).filter(words.contains).map(JSONValue.string))
    case .switches(let names): Self.switches(text, names)
    }
  }

  /// The stored form of a value; nil where the value does not fit.
  package func text(of value: JSONValue) -> String? {
    switch self {
    case .switched: value.bool.map { $0 ? "1" : "0" }
    case .integer(let range, _, _):
      value.integer.flatMap { range.contains($0) ? String($0) : nil }
    case .number(let range, _):
      Self.number(value).flatMap { range.contains($0) ? $0.description : nil }
    case .choice(let words, _): value.string.flatMap { words.contains($0) ? $0 : nil }
    case .text: value.string
    case .day: value.string.flatMap { Self.isDay($0) ? $0 : nil }
    case .time: value.string.flatMap { Instant($0)?.text }
    case .set(let words): Self.list(value, of: words)
    case .switches(let names): Self.object(value, of: names)
    }
  }

  // MARK: - Reading

  private static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func integer(
    _ text: String?, _ range: ClosedRange<Int64>, _ standard: Int64, _ clamps: Bool
  ) -> Int64 {
    guard let number = text.flatMap({ Int64($0) }) else { return standard }
    if range.contains(number) { return number }
    return clamps ? min(max(number, range.lowerBound), range.upperBound) : standard
  }

  private static func number(
    _ text: String?, _ range: ClosedRange<Double>, _ standard: Double
  ) -> JSONValue {
    guard let number = text.flatMap({ Double($0) }), number.isFinite else {
      return .number(standard)
    }
    return .number(min(max(number, range.lowerBound), range.upperBound))
  }

  private static func isDay(_ text: String) -> Bool {
    Day(text)?.text == text
  }

  /// The texts of a JSON list; none where it is no such list.
  private static func words(_ text: String?) -> [String] {
    guard let text else { return [] }
    do {
      return try JSONValue(parsing: text).array?.compactMap(\.string) ?? []
    } catch {
      return []
    }
  }

  private static func switches(_ text: String?, _ names: [String]) -> JSONValue {
    var stored: JSONValue = .null
    do { stored = try JSONValue(parsing: text ?? "{}") } catch { stored = .null }
    return .object(JSONObject(names.map { ($0, .bool(stored[$0]?.bool ?? true)) }))
  }

  // MARK: - Writing

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  private static func list(_ value: JSONValue, of words: [String]) -> String? {
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    guard texts.count == items.count, texts.allSatisfy(words.contains) else { return nil }
    return TagList.json(texts)
  }

  private static func object(_ value: JSONValue, of names: [String]) -> String? {
    // A script writes the empty object as it writes the empty list.
    if value == .array([]) { return "{}" }
    guard let object = value.object,
      object.allSatisfy({ names.contains($0.key) && $0.value.bool != nil })
    else { return nil }
    return JSONValue.object(object).text
  }
}
