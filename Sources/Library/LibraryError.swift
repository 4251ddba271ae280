package import Vocabulary

/// What the library refuses.
///
/// Nothing is stored when one of these is thrown; the same call fails again until its values
/// change.
package enum LibraryError: Explained, Equatable {
  /// A text that is no reference, or names what the canon does not have.
  case badReference(String, ReferenceProblem)
  /// A chapter or a range where one verse is needed.
  case notAVerse(Reference)
  /// A required text that is empty or only spaces.
  case emptyText(argument: String)
  /// A text with U+0000, which PostgreSQL cannot store. `byte` counts from 0.
  case nulInText(argument: String, byte: Int)
  /// Bytes that are not UTF-8. `byte` counts from 0.
  case invalidText(argument: String, byte: Int)
  /// A text of more than `Limits.textBytes`.
  case longText(argument: String, bytes: Int)
  /// A highlight's colour that is none of the six.
  case unknownColor(String)
  /// A collection's colour that is not written `#rrggbb`.
  case badColor(String)
  /// An id that no row has.
  case unknown(LibraryNoun, id: Int64)
  /// A row that was deleted; it can be restored.
  case deleted(LibraryNoun, id: Int64)
  /// A name that no collection has; `nearest` is the one that was probably meant.
  case unknownName(LibraryNoun, String, nearest: String?)
  /// A name that several collections have.
  case ambiguousName(LibraryNoun, String, ids: [Int64])
  /// A note that should be linked to itself.
  case selfLink(id: Int64)
  /// A preference that is not in the catalog of keys.
  case unknownPreference(String)
  /// A value that a preference cannot have; `expected` says what it can.
  case badPreference(String, expected: String, found: JSONValue)
  /// A text that is not the id of a section, `john_3_s1`, of a chapter of the canon.
  case badSection(String)
  /// A time of study that has ended takes no events.
  case sessionEnded(id: Int64)
  /// Details of a flag that are longer than `Limits.flagDetails`.
  case longDetails(characters: Int)
  /// A name of more than one line or of more than `Limits.nameCharacters`.
  case unfitName(argument: String, problem: String)
  /// A limit below zero.
  case badLimit(Int64)
  /// A condition of a search that no note can meet.
  case search(SearchProblem)
  /// A beginning anew after which no number is left. Only another program counts so far.
  case lastRun(name: String)
  /// What is wrong with a call about a reading plan.
  case plan(PlanProblem)

  package var kind: ErrorKind {
    switch self {
    case .unknown, .unknownName: .notFound
    case .deleted: .deleted
    case .longText, .longDetails: .limit
    case .sessionEnded, .lastRun: .refused
    case .plan(let problem): problem.kind
    default: .badValue
    }
  }

  package var code: String {
    switch self {
    case .badReference(_, .unknownBook): "library.unknown_book"
    case .badReference(_, .noChapter), .badReference(_, .noVerse): "library.beyond_canon"
    case .badReference(_, .otherNumbering): "library.other_numbering"
    case .badReference: "library.bad_reference"
    case .notAVerse: "library.not_a_verse"
    case .emptyText: "library.empty_text"
    case .nulInText: "library.nul_in_text"
    case .invalidText: "library.invalid_text"
    case .longText: "library.long_text"
    case .unknownColor: "library.unknown_color"
    case .badColor: "library.bad_color"
    case .unknown: "library.unknown_id"
    case .deleted: "library.deleted"
    case .unknownName: "library.unknown_name"
    case .ambiguousName: "library.ambiguous_name"
    case .selfLink: "library.self_link"
    case .unknownPreference: "library.unknown_preference"
    case .badPreference: "library.bad_preference"
    case .badSection: "library.bad_section"
    case .sessionEnded: "library.session_ended"
    case .lastRun: "library.last_run"
    case .longDetails: "library.long_details"
    case .unfitName: "library.unfit_name"
    case .badLimit: "library.bad_limit"
    case .search: "library.bad_search"
    case .plan(let problem): problem.code
    }
  }

  package var summary: String {
    switch self {
    case .badReference(_, .empty): ReferenceProblem.empty.clause
    case .badReference(let text, let problem): "\(Self.quoted(text)): \(problem.clause)"
    case .notAVerse(let reference):
      "a highlight marks one verse, and \(reference.formatted(.long)) is more"
    case .emptyText(let argument): "\(argument) is empty"
    case .nulInText(let argument, let byte): "\(argument) holds U+0000 at byte \(byte + 1)"
    case .invalidText(let argument, let byte): "\(argument) is not UTF-8 at byte \(byte + 1)"
    case .longText(let argument, let bytes):
      "\(argument) has \(bytes) bytes; at most \(Limits.textBytes) are taken"
    case .unknownColor(let color): "no highlight is \(Self.quoted(color))"
    case .badColor(let color): "\(Self.quoted(color)) is no colour of a collection"
    case .unknown(let noun, let id): "there is no \(noun.name) \(id)"
    case .deleted(let noun, let id): "\(noun.name) \(id) is deleted"
    case .unknownName(let noun, let name, _): "no \(noun.name) is called \(Self.quoted(name))"
    case .ambiguousName(let noun, let name, let ids):
      "\(ids.count) \(noun.plural) are called \(Self.quoted(name))"
    case .selfLink(let id): "note \(id) cannot be linked to itself"
    case .unknownPreference(let key): "no preference is called \(Self.quoted(key))"
    case .badPreference(let key, let expected, let found):
      "\(key) must be \(expected), not \(Self.quoted(found))"
    case .badSection(let text): "\(Self.quoted(text)) is no section of a chapter"
    case .sessionEnded(let id): "session \(id) has ended"
    case .lastRun(let name): "'\(name)' cannot begin anew: its count has come to its end"
    case .longDetails(let characters):
      "details has \(characters) characters; at most \(Limits.flagDetails) are kept"
    case .unfitName(let argument, let problem): "\(argument) \(problem)"
    case .badLimit(let limit): "limit is \(limit)"
    case .search(let problem): problem.summary
    case .plan(let problem): problem.summary
    }
  }

  package var hint: String? {
    switch self {
    case .badReference(_, let problem): problem.hint
    case .notAVerse: "highlight each verse by itself"
    case .emptyText(let argument): "give \(argument) at least one character that is no space"
    case .nulInText: "take the zero byte out"
    case .invalidText: "convert it to UTF-8 first"
    case .longText: "divide it"
    case .unknownColor(let color):
      Likeness.nearest(to: color, among: HighlightColor.allCases.map(\.rawValue))
        .map { "did you mean \($0)?" }
        ?? "colours are \(HighlightColor.allCases.map(\.rawValue).joined(separator: ", "))"
    case .badColor: "write it like #bfa050"
    case .unknown(let noun, _): "\(noun.module).find{} lists what there is"
    case .deleted(let noun, _): noun.restoring
    case .unknownName(_, _, let nearest?): "did you mean '\(nearest)'?"
    case .unknownName(let noun, _, nil): "\(noun.module).find{} lists what there is"
    case .ambiguousName(_, _, let ids):
      "name one by its id: \(ids.map(String.init).joined(separator: ", "))"
    case .selfLink: "name two notes"
    case .unknownPreference(let key):
      PreferenceKey.nearest(to: key).map { "did you mean '\($0)'?" }
        ?? "prefs.find{} lists what there is"
    case .badPreference(_, let expected, let found):
      Self.nearest(to: found, of: expected).map { "did you mean '\($0)'? " }
        .map { $0 + "nil brings its default back" } ?? "nil brings its default back"
    case .badSection: "write it like john_3_s1"
    case .sessionEnded: "start another one"
    case .lastRun: "another program wrote such a count into the table runs; lower it in the cloud"
    case .longDetails: "say it shorter"
    case .unfitName: "a name is one line of at most \(Limits.nameCharacters) characters"
    case .badLimit: "give 0 or more, or leave it out"
    case .search(let problem): problem.hint
    case .plan(let problem): problem.hint
    }
  }

  private static func quoted(_ value: JSONValue) -> String {
    value.string.map { quoted($0) } ?? String(value.text.prefix(60))
  }

  /// The choice that was probably meant.
  private static func nearest(to value: JSONValue, of expected: String) -> String? {
    guard let word = value.string, expected.hasPrefix("one of ") else { return nil }
    let choices = expected.dropFirst(7).split(separator: ",").map { $0.drop { $0 == " " } }
    return Likeness.nearest(to: word, among: choices.map(String.init))
  }

  /// At most 60 characters of a text from outside.
  private static func quoted(_ text: String) -> String {
    let start = text.prefix(60)
    return start.endIndex == text.endIndex ? "'\(text)'" : "'\(start)…'"
  }
}
