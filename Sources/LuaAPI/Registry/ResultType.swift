/// The type of what a function gives, read from the words of its result.
///
/// The words say more than a type can; their beginning is the type: `note`, `list of notes`,
/// `{pushed=, failed=}`, `true; false if …`, `how many …`.
enum ResultType {
  /// As editors write it, several values between commas; nil for a function that gives nothing.
  static func type(of words: String) -> String? {
    if words.isEmpty { return nil }
    if words == "raw, hashed" { return "string, string" }
    let isMaybe = words.hasSuffix("or nil") || words.contains(", or nil") || words.contains("; nil")
    let type = plain(words)
    return isMaybe && !type.hasSuffix("?") ? type + "?" : type
  }

  private static func plain(_ words: String) -> String {
    for start in ["a list of ", "list of two ", "list of "] where words.hasPrefix(start) {
      return single(String(words.dropFirst(start.count))) + "[]"
    }
    return single(words)
  }

  private static func single(_ words: String) -> String {
    if let brace = words.firstIndex(of: "{"), isTable(words) { return table(words[brace...]) }
    let head = String(words.prefix { !",;:{".contains($0) })
    if let type = fixed.first(where: { head == $0.words || head.hasPrefix($0.words + " ") })?.type {
      return type
    }
    let name = head.replacing(" ", with: "_")
    let classes = ClassEntry.all.map(\.name)
    for candidate in [name, String(name.dropLast())] where classes.contains(candidate) {
      return candidate
    }
    let first = String(head.prefix { $0 != " " })
    for candidate in [first, String(first.dropLast())] where classes.contains(candidate) {
      return candidate
    }
    return "any"
  }

  private static func isTable(_ words: String) -> Bool {
    ["{", "table {", "what the browser"].contains { words.hasPrefix($0) }
  }

  /// `{tag=, notes=}` and such, a table inside left out.
  private static func table(_ words: Substring) -> String {
    var names: [String] = []
    var depth = 0
    var name = ""
    scan: for sign in words {
      switch sign {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { break scan }
      case "=":
        if depth == 1 { names.append(name) }
        name = ""
      case _ where sign.isLetter || sign == "_": name.append(sign)
      default: name = ""
      }
    }
    let fields = names.map { "\($0): \(FieldList.type(of: $0))" }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  private static let fixed: [(words: String, type: String)] = [
    ("true or false", "boolean"), ("true", "boolean"), ("false", "boolean"),
    ("whether", "boolean"), ("text", "string"), ("how many", "integer"), ("integer", "integer"),
    ("the signed token", "string"), ("the row's id", "string"), ("records", "table"),
    ("iterator", "fun(): note"), ("the device", "device"), ("progress", "progress"),
    ("the fields of sync.push and sync.pull", syncReport),
    ("queue entry", "queue_entry"), ("queue entries", "queue_entry"),
    ("collections", "collection"), ("references", "reference"),
  ]

  private static let syncReport =
    "{pushed: integer, merged: integer, failed: integer, parked: integer, pending: integer, "
    + "pulled: integer, conflicts: integer, shelved: integer, reason: string?}"
}
