/// Why a condition of a search cannot be met by any note.
package enum SearchProblem: Sendable, Equatable {
  /// Behind `in:` stands no passage of the canon.
  case badPassage(String, ReferenceProblem)
  /// Behind `color:` stands no colour of highlights.
  case unknownColor(String)

  var summary: String {
    switch self {
    case .badPassage(let value, let problem): "\(shown("in", value)): \(problem.clause)"
    case .unknownColor(let value): "\(shown("color", value)): no highlight has this colour"
    }
  }

  var hint: String {
    switch self {
    case .badPassage(let value, .unknownBook(_, let nearest?)):
      "did you mean \(shown("in", nearest.name))? \(asWords("in", value))"
    case .badPassage(let value, let problem):
      (problem.hint.map { $0 + "; " } ?? "") + asWords("in", value)
    case .unknownColor(let value):
      (Likeness.nearest(to: value, among: Self.colors).map { "did you mean color:\($0)? " }
        ?? "colours are \(Self.colors.joined(separator: ", ")); ") + asWords("color", value)
    }
  }

  private static let colors = HighlightColor.allCases.map(\.rawValue)

  private func asWords(_ name: String, _ value: String) -> String {
    "\"\(name):\(Self.start(of: value))\" in quotes is searched as words"
  }

  /// As it is typed.
  private func shown(_ name: String, _ value: String) -> String {
    let start = Self.start(of: value)
    return start.contains(where: \.isWhitespace) ? "\(name):\"\(start)\"" : "\(name):\(start)"
  }

  /// At most 60 characters.
  private static func start(of value: String) -> String {
    let start = value.prefix(60)
    return start.endIndex == value.endIndex ? value : start + "…"
  }
}
