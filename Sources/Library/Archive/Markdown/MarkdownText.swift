import Vocabulary

/// A note, highlight or bookmark as a Markdown file with front matter, which `MarkdownFiles` reads.
enum MarkdownText {
  /// `notes/john-3-16-<id>.md`: those of a passage lie together, and no two have one name.
  static func name(of entry: PassageExport.Entry) -> String {
    let passage = String(
      entry.reference.lowercased().prefix(60).map { sign in
        sign.isASCII && (sign.isLetter || sign.isNumber) ? sign : "-"
      })
    return "\(entry.kind.rawValue)s/\(passage)-\(entry.id).md"
  }

  /// The text stands as it is, and one line break after it.
  static func text(of entry: PassageExport.Entry) -> String {
    var text = "---\nkind: \(entry.kind.rawValue)\nreference: \(quoted(entry.reference))\n"
    if !entry.tags.isEmpty {
      text += "tags: \(JSONValue.array(entry.tags.map(JSONValue.string)).text)\n"
    }
    for (key, value) in [
      ("collection", entry.collection), ("color", entry.color), ("label", entry.label),
    ] where !value.isEmpty {
      text += "\(key): \(quoted(value))\n"
    }
    return text + "created: \(entry.created)\nupdated: \(entry.updated)\nid: \(entry.id)\n---\n"
      + entry.text + "\n"
  }

  /// What is no plain word could be something else in YAML.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
