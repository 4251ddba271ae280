/// How results are written: the argument of `-o`, of `.mode` and of `show`.
package enum OutputMode: String, Sendable, CaseIterable {
  case table, box, json, jsonl, csv, tsv, markdown, lua, line

  /// Errors: an unknown name, with the one that may have been meant.
  package init(named name: String) throws(ConsoleError) {
    guard let mode = OutputMode(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      throw .unknownMode(
        name,
        hint: Nearest.hint(for: name, among: names) ?? "one of: " + names.joined(separator: ", "))
    }
    self = mode
  }
}
