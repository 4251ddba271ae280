extension LibraryError {
  /// What an error is about, by which a caller finds the argument that it came from.
  package enum Subject: Sendable, Equatable {
    /// The argument itself.
    case argument(String)
    /// A text as it was given.
    case text(String)
    /// The same, of a reference; it may have been a part of what was given.
    case reference(String)
    /// A row by its id.
    case row(LibraryNoun, Int64)
  }

  /// Nil where it is about no value of its own.
  package var subject: Subject? {
    switch self {
    case .badReference(let text, _): .reference(text)
    case .notAVerse(let reference): .reference(reference.text)
    case .emptyText(let name), .nulInText(let name, _), .invalidText(let name, _),
      .longText(let name, _), .unfitName(let name, _):
      .argument(name)
    case .unknownColor(let text), .badColor(let text), .unknownName(_, let text, _),
      .ambiguousName(_, let text, _), .unknownPreference(let text), .badSection(let text):
      .text(text)
    case .unknown(let noun, let id), .deleted(let noun, let id): .row(noun, id)
    case .selfLink: .argument("other")
    case .badPreference: .argument("value")
    case .lastRun(let name): .text(name)
    case .sessionEnded(let id): .row(.session, id)
    case .longDetails: .argument("details")
    case .badLimit: .argument("limit")
    case .search: .argument("words")
    case .plan(let problem): problem.subject
    }
  }
}

extension PlanProblem {
  fileprivate var subject: LibraryError.Subject? {
    switch self {
    case .unknown(let id, _), .notHere(let id), .badID(let id): .text(id)
    case .badDate(let text), .tooLate(let text): .text(text)
    case .badLength, .emptyDay, .badDay: .argument("days")
    case .noDay: .argument("day")
    case .badLine, .missingLine, .builtIn, .notStarted: nil
    }
  }
}
