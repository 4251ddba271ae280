import Vocabulary

/// The text form of a plan, as files hold it.
///
/// | line | says |
/// |---|---|
/// | `# The Gospels` | the name, if it is the first such line; a comment otherwise |
/// | `id: gospels` | the id |
/// | `about: Four witnesses.` | the description; may be left out |
/// | `covers: Matt-John` | what the plan claims to cover; may be left out |
/// | `1=Matt.1,Matt.2` | what is read on day 1: references, OSIS or any usual form |
///
/// A byte order mark may come first. Days may come in any order; each of 1 to the last must be
/// there once. Blank lines count nothing.
package enum PlanText {
  /// Reads a whole text. Nothing of it is stored.
  ///
  /// Errors: `LibraryError`, with the line or the day that is wrong.
  package static func draft(_ bytes: UnsafeBufferPointer<UInt8>) throws(LibraryError) -> PlanDraft {
    var lines = PlanLines()
    // Editors of Windows begin a file with it.
    let hasMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
    let text = try TextRule.text(
      UnsafeBufferPointer(rebasing: bytes[(hasMark ? 3 : 0)...]), "the plan")
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      try lines.read(line, index + 1)
    }
    return try lines.draft()
  }
}

/// The lines of a text, as far as they are read.
private struct PlanLines {
  private var name: String?
  private var fields: [String: String] = [:]
  private var days: [Int: String] = [:]

  private static let keys = ["id", "about", "covers"]

  mutating func read(_ line: Substring, _ number: Int) throws(LibraryError) {
    let line = trimmed(line[...])
    if line.isEmpty { return }
    if line.first == "#" {
      if name == nil { name = String(trimmed(line.drop { $0 == "#" })) }
    } else if let equals = line.firstIndex(of: "="), line[..<equals].allSatisfy(isDigitOrSpace) {
      try readDay(line[..<equals], line[line.index(after: equals)...], number)
    } else if let colon = line.firstIndex(of: ":") {
      try readField(line[..<colon], line[line.index(after: colon)...], number)
    } else {
      throw .plan(.badLine(line: number, reason: "neither a day nor a field"))
    }
  }

  private mutating func readDay(
    _ day: Substring, _ text: Substring, _ number: Int
  ) throws(LibraryError) {
    guard let day = Int(trimmed(day)), (1...Limits.planDays).contains(day) else {
      throw .plan(.badLine(line: number, reason: "days are 1 to \(Limits.planDays)"))
    }
    guard days.updateValue(String(text), forKey: day) == nil else {
      throw .plan(.badLine(line: number, reason: "day \(day) stands twice"))
    }
  }

  private mutating func readField(
    _ key: Substring, _ value: Substring, _ number: Int
  ) throws(LibraryError) {
    let key = trimmed(key).lowercased()
    guard Self.keys.contains(key) else {
      throw .plan(.badLine(line: number, reason: "there is no field '\(key.prefix(60))'"))
    }
    guard fields.updateValue(String(trimmed(value)), forKey: key) == nil else {
      throw .plan(.badLine(line: number, reason: "\(key) stands twice"))
    }
  }

  func draft() throws(LibraryError) -> PlanDraft {
    let last = days.keys.max() ?? 0
    if last > days.count, let gap = (1...last).first(where: { days[$0] == nil }) {
      throw .plan(.emptyDay(day: gap))
    }
    guard let id = fields["id"] else {
      throw .plan(.missingLine(what: "id", form: "id: gospels"))
    }
    guard let name else { throw .plan(.missingLine(what: "name", form: "# The Gospels")) }
    return try PlanDraft(
      id: id, name: name, description: fields["about"] ?? "",
      days: days.sorted { $0.key < $1.key }.map(\.value), covers: fields["covers"])
  }

  private func isDigitOrSpace(_ character: Character) -> Bool {
    character.isWhitespace || ("0"..."9").contains(character)
  }

  private func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
