import Vocabulary

/// What another program wrote about a passage, before it is a row of ours.
struct ForeignRecord {
  /// What it is.
  enum Kind: String, CaseIterable {
    case note
    case highlight
    case bookmark
  }

  let place: ImportPlace
  /// Nil where the file does not say: a text makes a note, a colour a highlight, neither a
  /// bookmark.
  var kind: Kind?
  /// As it is written.
  var reference = ""
  var text = ""
  var tags: [String] = []
  /// The name of a collection.
  var collection: String?
  var color: String?
  var label: String?
  var created: Instant?
  var updated: Instant?
  /// The name that the row has on all devices, where the file tells.
  var id: RecordID?
  /// What the other program knows it by; "" for nothing.
  var key = ""
  /// Why it cannot be taken; nil where that is to be seen.
  var problem: String?
  var remarks: [String] = []

  init(_ place: ImportPlace) { self.place = place }

  var fittingKind: Kind {
    if let kind { return kind }
    if color != nil { return .highlight }
    return text.isEmpty ? .bookmark : .note
  }

  var words: String {
    ImportReport.shortened(
      [reference, text.isEmpty ? label ?? "" : text].filter { !$0.isEmpty }.joined(separator: ": "))
  }
}
