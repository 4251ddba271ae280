package import Vocabulary

/// What the library refuses.
///
/// Nothing is stored when one of these is thrown.
package enum LibraryError: Explained, Equatable {
  /// A text that is no reference, or names what the canon does not have.
  case badReference(String, ReferenceProblem)

  package var kind: ErrorKind {
    switch self {
    case .badReference: .badValue
    }
  }

  package var code: String {
    switch self {
    case .badReference(_, .unknownBook): "library.unknown_book"
    case .badReference(_, .noChapter), .badReference(_, .noVerse): "library.beyond_canon"
    case .badReference(_, .otherNumbering): "library.other_numbering"
    case .badReference: "library.bad_reference"
    }
  }

  package var summary: String {
    switch self {
    case .badReference(_, .empty): ReferenceProblem.empty.clause
    case .badReference(let text, let problem): "'\(Self.clipped(text))': \(problem.clause)"
    }
  }

  package var hint: String? {
    switch self {
    case .badReference(_, let problem): problem.hint
    }
  }

  /// At most 60 characters of a text from outside.
  private static func clipped(_ text: String) -> String {
    let start = text.prefix(60)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}
