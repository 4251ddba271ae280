/// What is said to a script that assigns a field of a record: records are snapshots, and only a
/// function changes what is saved.
final class KeptFields {
  /// The options of each record's `:update`.
  private var options: [String: [String]] = [:]

  /// Where a record has no `:update`: what changes it.
  private static let setters = [
    "highlight": "highlights.set(ref, color) replaces it",
    "topic": "topics.bookmark(id, {title=, summary=}) changes it",
    "queue_entry": "change the row that it is about",
    "conflict": "use c:keep_mine() or c:keep_theirs()",
  ]

  func learn(from registry: Registry) {
    for entry in registry.functions where entry.isMethod && entry.lastName == "update" {
      options[entry.owner] = entry.options.map(\.name)
    }
  }

  func refusal(record: String, field: String) -> APIError {
    .fieldAssigned(record: record, field: field, hint: hint(record, field))
  }

  private func hint(_ record: String, _ field: String) -> String {
    guard let known = options[record] else {
      return Self.setters[record] ?? "keep a value of your own in a variable"
    }
    if known.contains(field) { return "\(field) is changed with \(record):update{\(field) = …}" }
    return "\(record):update takes \(known.joined(separator: ", "))"
  }
}
