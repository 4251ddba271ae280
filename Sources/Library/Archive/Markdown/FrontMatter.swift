import Vocabulary

/// What stands between two lines `---` at the head of a Markdown file, and the text after it.
///
/// As much of YAML as notes use: `key: text`, quoted text, `[a, b]`, and lists of `- item`.
struct FrontMatter {
  /// By key, in lower case; a list keeps its items apart.
  let values: [String: [String]]
  /// What follows, as it stands.
  let body: String

  /// Nil for a text without such lines.
  init?(_ text: String) {
    var lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { Substring($0) }[...]
    let isMark = { (line: Substring) in Self.bare(line) == "---" }
    guard let first = lines.first, isMark(first) else { return nil }
    lines = lines.dropFirst()
    guard let end = lines.firstIndex(where: isMark) else { return nil }
    values = Self.values(lines[..<end])
    let rest = lines[(end + 1)...].first.map { text[$0.startIndex...] } ?? ""
    let isWindows = first.utf8.last == 0x0d
    body = isWindows ? String(rest.map { $0 == "\r\n" ? "\n" : $0 }) : String(rest)
  }

  private static func values(_ lines: ArraySlice<Substring>) -> [String: [String]] {
    var values: [String: [String]] = [:]
    var key: String?
    for line in lines {
      let line = bare(line)
      let trimmed = ImportedText.trimmed(line)
      if trimmed.hasPrefix("- ") || trimmed == "-", let key {
        values[key, default: []].append(scalar(trimmed.dropFirst()))
        continue
      }
      guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else {
        continue
      }
      let name = ImportedText.trimmed(line[..<colon]).lowercased()
      let value = ImportedText.trimmed(line[line.index(after: colon)...])
      key = name
      values[name] = value.isEmpty ? [] : items(value)
    }
    return values
  }

  /// The one text of a key; nil where it is not there, or empty.
  func text(_ keys: String...) -> String? {
    for key in keys {
      if let first = values[key]?.first, !first.isEmpty { return first }
    }
    return nil
  }

  private static func bare(_ line: Substring) -> Substring {
    var line = line
    while let last = line.last, last.isWhitespace { line.removeLast() }
    return line
  }

  private static func items(_ value: String) -> [String] {
    guard value.hasPrefix("["), value.hasSuffix("]") else { return [scalar(value)] }
    do {
      if let items = try JSONValue(parsing: value).array {
        return items.map { $0.string ?? $0.text }
      }
    } catch {
      // A list without quotes is no JSON.
    }
    return value.dropFirst().dropLast().split(separator: ",").map { scalar($0) }
      .filter { !$0.isEmpty }
  }

  private static func scalar(_ text: some StringProtocol) -> String {
    let text = ImportedText.trimmed(text)
    guard text.count >= 2 else { return text }
    if text.hasPrefix("\""), text.hasSuffix("\"") {
      do { return try JSONValue(parsing: text).string ?? text } catch {
        return String(text.dropFirst().dropLast())
      }
    }
    if text.hasPrefix("'"), text.hasSuffix("'") {
      return text.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false)
        .joined(separator: "'")
    }
    return text
  }
}
