/// Spans of time as people type them: `5m`, `+10m`, `-30s`, `1h30m`, `250ms`, `2d`.
enum DurationText {
  private static let units: [String: Duration] = [
    "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "h": .seconds(3_600),
    "d": .seconds(86_400),
  ]

  /// Errors: `APIError.badValue` for any other text.
  static func duration(_ text: String, _ argument: String) throws(APIError) -> Duration {
    let sign = text.first == "-" ? -1 : 1
    var rest = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    var total: Duration = .zero
    guard !rest.isEmpty else { throw misshapen(argument) }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
      guard digits.count <= 12, let number = Int64(digits), let length = units[String(unit)] else {
        throw misshapen(argument)
      }
      total += length * Int(number)
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return total * sign
  }

  private static func misshapen(_ argument: String) -> APIError {
    .badValue(
      argument: argument, problem: "is no span of time", hint: "write it like 5m, +1h30m or 250ms")
  }
}
