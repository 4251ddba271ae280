/// What two lists of lines have in common, and what only one of them has.
enum LineDifference {
  /// Lines marked `-` (expected, not printed), `+` (printed, not expected) or with a space.
  static func lines(expected: [String], printed: [String]) -> [String] {
    var result: [String] = []
    var removals: [Int: String] = [:]
    var insertions: [Int: String] = [:]
    for change in printed.difference(from: expected) {
      switch change {
      case .remove(let offset, let line, _): removals[offset] = line
      case .insert(let offset, let line, _): insertions[offset] = line
      }
    }
    var old = 0
    var new = 0
    while old < expected.count || new < printed.count {
      if let line = removals[old], old < expected.count {
        result.append("-" + line)
        old += 1
      } else if let line = insertions[new], new < printed.count {
        result.append("+" + line)
        new += 1
      } else {
        result.append(" " + expected[old])
        old += 1
        new += 1
      }
    }
    return result
  }
}
