import Cloud

/// What a client prefers: the header `Prefer`, its words read once.
struct Preferences {
  enum Kind: String, CaseIterable {
    case resolution, missing, `return`, count, tx, handling, timezone
    case maxAffected = "max-affected"
  }

  private var words: [Kind: String] = [:]

  /// What each may be; any text for those that are not here.
  private static let values: [Kind: [String]] = [
    .resolution: ["merge-duplicates", "ignore-duplicates"], .missing: ["default", "null"],
    .return: ["minimal", "representation", "headers-only"],
    .count: ["exact", "planned", "estimated"], .tx: ["commit", "rollback"],
    .handling: ["strict", "lenient"], .timezone: ["UTC"],
  ]

  /// Of a doubled word the first counts. Where handling is strict, an unknown one is refused.
  init(_ headers: HTTPHeaders) throws(RESTRefusal) {
    let all = headers.fields.filter { $0.name.isSameFieldName(as: "Prefer") }
      .flatMap { $0.value.split(separator: ",") }.map { String($0).trimming { $0 == " " } }
    var unknown: [String] = []
    for word in all where !word.isEmpty {
      if let (kind, value) = Self.read(word) {
        if words[kind] == nil { words[kind] = value }
      } else {
        unknown.append(word)
      }
    }
    guard unknown.isEmpty || words[.handling] != "strict" else {
      throw RESTRefusal(
        "PGRST122", "Invalid preferences given with handling=strict",
        details: "Invalid preferences: \(unknown.joined(separator: ", "))")
    }
  }

  private static func read(_ word: String) -> (Kind, String)? {
    let parts = word.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let value = String(parts[1])
    let isKnown = kind == .maxAffected ? Int(value) != nil : values[kind]?.contains(value) == true
    return isKnown ? (kind, value) : nil
  }

  subscript(kind: Kind) -> String? { words[kind] }

  /// How many rows a statement may write; nil for any number.
  var mostAffected: Int? {
    words[.handling] == "strict" ? words[.maxAffected].flatMap { Int($0) } : nil
  }

  /// The header `Preference-Applied` of an answer to which these kinds matter; nil for none.
  func applied(_ kinds: Set<Kind>) -> String? {
    let applied = Kind.allCases.filter { kind in
      kinds.contains(kind) && (kind != .maxAffected || words[.handling] == "strict")
    }.compactMap { kind in words[kind].map { "\(kind.rawValue)=\($0)" } }
    return applied.isEmpty ? nil : applied.joined(separator: ", ")
  }
}
