/// A form of file that can be imported.
package enum ImportForm: String, Sendable, CaseIterable {
  case json
  case app
  case andbible
  case jw
  case logos
  case csv
  case markdown
  case osis

  /// What it is called in a sentence.
  package var words: String {
    switch self {
    case .json: "an export of Lectern"
    case .app: "an export of the app"
    case .andbible: "bookmarks of AndBible in CSV"
    case .jw: "text with [book:chapter:verse]"
    case .logos: "notes of Logos in their database"
    case .csv: "a CSV with a column for references"
    case .markdown: "Markdown with front matter"
    case .osis: "lines that begin with OSIS ids"
    }
  }

  /// All of them, as a person is told.
  package static var list: String {
    allCases.map { "\($0.rawValue) (\($0.words))" }.joined(separator: ", ")
  }
}
