import Testing

/// A request to PostgREST and its answer, as they were recorded, by number.
///
/// The text is the request, a line `--`, and the answer. In it `…` stands for anything, `<A>` for
/// somebody's token, `{…}` behind `Bearer` for one with these claims.
struct RecordedExchange: CustomTestStringConvertible {
  struct Field: Equatable {
    let name: String
    let value: String
  }

  let number: Int
  let title: String
  let method: String
  let path: String
  let fields: [Field]
  let body: String
  let status: String
  let answerFields: [Field]
  let answerBody: String

  var testDescription: String { "\(number). \(title)" }

  /// All that are played, in the order in which they were recorded.
  static let all = [
    RecordedRoles.exchanges, RecordedInserts.exchanges, RecordedValues.exchanges,
    RecordedUpserts.exchanges,
    RecordedEdits.exchanges, RecordedReads.exchanges, RecordedForms.exchanges,
    RecordedCalls.exchanges,
  ].flatMap(read).sorted { $0.number < $1.number }

  private static func read(_ text: String) -> [RecordedExchange] {
    text.split(separator: "### ").compactMap { part in
      let sides = "\(part)\n".split(separator: "\n--\n", maxSplits: 1)
      guard sides.count == 2, let end = sides[0].firstIndex(of: "\n") else { return nil }
      return RecordedExchange(
        heading: sides[0][..<end], request: sides[0][end...].dropFirst(), answer: sides[1])
    }
  }

  private init?(heading: Substring, request: Substring, answer: Substring) {
    let words = heading.split(separator: ". ", maxSplits: 1)
    let (line, fields, body) = Self.message(request)
    let (status, answerFields, answerBody) = Self.message(answer)
    guard words.count == 2, let number = Int(words[0]), let gap = line.firstIndex(of: " ") else {
      return nil
    }
    self.number = number
    title = String(words[1])
    method = String(line[..<gap])
    path = String(line[gap...].dropFirst())
    self.fields = fields
    self.body = body
    self.status = status
    self.answerFields = answerFields
    self.answerBody = answerBody
  }

  /// The first line, the fields and the body, whose last line ends do not count.
  private static func message(_ text: Substring) -> (String, [Field], String) {
    let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\n")
    let fields = lines.dropFirst().compactMap { line -> Field? in
      let words = line.split(separator: ": ", maxSplits: 1)
      return words.count == 2 ? Field(name: String(words[0]), value: String(words[1])) : nil
    }
    var body = parts.count == 2 ? parts[1] : ""
    while body.last == "\n" { body = body.dropLast() }
    return (lines.first.map(String.init) ?? "", fields, String(body))
  }
}

extension String {
  /// With what would be too long to read written out.
  var expanded: String { replacing("<8192x>", with: String(repeating: "x", count: 8192)) }

  /// Whether the text is this one, in which `…` stands for anything.
  func matches(pattern: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self == pattern }
    guard hasPrefix(parts[0]) else { return false }
    var rest = dropFirst(parts[0].count)
    for part in parts[1..<parts.count - 1] {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
