/// Finds the name that somebody most likely meant.
enum Nearest {
  /// The closest of `names`, or nil where none is close: at most a third of the letters differ.
  static func name(to typed: String, among names: some Sequence<String>) -> String? {
    let allowed = max(1, typed.count / 3)
    let best = names.map { ($0, distance(typed, $0, limit: allowed)) }
      .filter { $0.1 <= allowed }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    return best?.0
  }

  /// "did you mean 'x'?", or nil.
  static func hint(for typed: String, among names: some Sequence<String>) -> String? {
    name(to: typed, among: names).map { "did you mean '\($0)'?" }
  }

  /// Insertions, removals, changes and swaps of neighbours between two names; letter case is free.
  private static func distance(_ one: String, _ other: String, limit: Int) -> Int {
    let left = Array(one.lowercased().utf8)
    let right = Array(other.lowercased().utf8)
    if abs(left.count - right.count) > limit { return limit + 1 }
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in 0..<left.count {
      var line = [row + 1]
      for column in 0..<right.count {
        let change = above[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, above[column + 1] + 1, line[column] + 1)
        let isSwap =
          row > 0 && column > 0 && left[row] == right[column - 1]
          && left[row - 1] == right[column]
        if isSwap { best = min(best, before[column - 1] + 1) }
        line.append(best)
      }
      before = above
      above = line
    }
    return above[right.count]
  }
}
