import Vocabulary

/// The forms in which Logos keeps what belongs to a note.
enum LogosText {
  /// The passages that a note is anchored at: `[{"reference":{"raw":"bible+esv.64.3.16"}}]`.
  static func passages(_ json: String) -> [String] {
    items(json).compactMap { $0["reference"]?["raw"]?.string }.compactMap(passage)
  }

  /// Its tags: `[{"plain":{"text":"faith"}}]`, or a list of texts.
  static func tags(_ json: String) -> [String] {
    items(json).compactMap { $0.string ?? $0["plain"]?["text"]?.string }.filter { !$0.isEmpty }
  }

  private static func items(_ json: String) -> [JSONValue] {
    do { return try JSONValue(parsing: json).array ?? [] } catch { return [] }
  }

  /// `bible+esv.64.3.16-64.3.18` in words. Logos counts the books of the Old Testament from 1, of
  /// the New from 61; what lies between is in no Protestant canon.
  static func passage(_ raw: String) -> String? {
    guard raw.hasPrefix("bible"), let dot = raw.firstIndex(of: ".") else { return nil }
    let ends = raw[raw.index(after: dot)...].split(separator: "-").map { end in
      end.split(separator: ".").map { Int($0) }
    }
    guard let start = ends.first, let number = start.first ?? nil else { return nil }
    let book = book(number) ?? "Logos \(number)"
    let first = point(start.dropFirst())
    guard ends.count == 2, let last = ends[1].first ?? nil, last == number else {
      return ends.count == 2 ? "\(book) \(first) to another book" : "\(book) \(first)"
    }
    return "\(book) \(first)-\(point(ends[1].dropFirst()))"
  }

  /// Why a passage that `passage` gave is none; nil where that is to be seen.
  static func problem(_ passage: String) -> String? {
    passage.hasPrefix("Logos ") ? "it stands in a book that is not among the 66" : nil
  }

  private static func book(_ number: Int) -> String? {
    switch number {
    case 1...39: Canon.books[number - 1].name
    case 61...87: Canon.books[number - 61 + 39].name
    default: nil
    }
  }

  private static func point(_ numbers: some Sequence<Int?>) -> String {
    numbers.map { $0.map(String.init) ?? "?" }.joined(separator: ":")
  }

  /// The text of a note's own markup: `<Paragraph><Run Text="…"/></Paragraph>`. Text that is no
  /// markup, such as Markdown, stays as it is.
  static func plain(_ markup: String) -> String {
    let trimmed = ImportedText.trimmed(markup)
    guard trimmed.hasPrefix("<") else { return trimmed }
    var text = ""
    var rest = trimmed[...]
    while let open = rest.firstIndex(of: "<") {
      let after = rest[rest.index(after: open)...]
      guard let close = end(of: after) else { break }
      let tag = after[..<close]
      if tag.hasPrefix("Run"), let value = attribute("Text", of: tag) { text += value }
      if tag.hasPrefix("ListItem") { text += "- " }
      let isEmpty = tag.hasPrefix("Paragraph") && tag.hasSuffix("/")
      if isEmpty || tag.hasPrefix("/Paragraph") || tag.hasPrefix("LineBreak") { text += "\n" }
      rest = after[after.index(after: close)...]
    }
    return ImportedText.trimmed(text)
  }

  /// Where a tag ends: a bracket in a quoted value is none.
  private static func end(of tag: Substring) -> Substring.Index? {
    var quote: Character?
    for index in tag.indices {
      let sign = tag[index]
      if let open = quote {
        if sign == open { quote = nil }
      } else if sign == "\"" || sign == "'" {
        quote = sign
      } else if sign == ">" {
        return index
      }
    }
    return nil
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    var rest = tag
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].split { $0.isWhitespace }.last
      let value = rest[rest.index(after: equals)...]
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      let inner = value.dropFirst()
      guard let close = inner.firstIndex(of: quote) else { return nil }
      if key == name[...] { return unescaped(inner[..<close]) }
      rest = inner[inner.index(after: close)...]
    }
    return nil
  }

  /// Source: https://www.w3.org/TR/xml/#sec-predefined-ent
  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let after = rest[rest.index(after: mark)...]
      guard let end = after.firstIndex(of: ";"), let sign = entity(after[..<end]) else {
        result.append("&")
        rest = after
        continue
      }
      result.unicodeScalars.append(sign)
      rest = after[after.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}
