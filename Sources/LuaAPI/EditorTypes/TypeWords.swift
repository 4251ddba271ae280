import Library

/// Types of arguments as editors write them.
enum TypeWords {
  static func type(of type: ValueType, named name: String, in entry: FunctionEntry) -> String {
    switch type {
    case .text:
      name == "color" && entry.owner.hasPrefix("highlights") && !entry.owner.contains(".")
        ? union(HighlightColor.allCases.map(\.rawValue)) : "string"
    case .reference: "reference_text"
    case .duration: "duration_text"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .function: "function"
    case .table: "table"
    case .texts: "string|string[]"
    case .record(let name): "\(name)|integer"
    case .choice(let words): union(words)
    case .any: "any"
    }
  }

  static func union(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: "|")
  }
}

/// The preferences as fields of their module.
enum PreferenceTypes {
  static var fields: [String] {
    PreferenceKey.all.filter { $0.name.allSatisfy { $0.isLetter || $0 == "_" } }.map { key in
      "---@field \(key.name) \(type(of: key.form))"
    }
  }

  private static func type(of form: PreferenceForm) -> String {
    switch form {
    case .choice(let words, _): TypeWords.union(words)
    case .integer: "integer"
    case .number: "number"
    case .switched: "boolean"
    case .set: "string[]"
    case .switches: "table<string, boolean>"
    default: "string"
    }
  }
}
