/// What a row of the library is called.
package enum LibraryNoun: Sendable, Hashable {
  case note
  case collection
  case highlight
  case highlightCollection
  case bookmark
  case topic
  case preference
  case chapter
  case session

  var name: String {
    switch self {
    case .note: "note"
    case .collection: "collection"
    case .highlight: "highlight"
    case .highlightCollection: "highlight collection"
    case .bookmark: "bookmark"
    case .topic: "topic"
    case .preference: "preference"
    case .chapter: "chapter"
    case .session: "session"
    }
  }

  /// The class of its records in Lua.
  package var className: String {
    self == .highlightCollection ? "highlight_collection" : name
  }

  var plural: String { name + "s" }

  /// The Lua module that lists them.
  var module: String {
    switch self {
    case .note: "notes"
    case .collection: "collections"
    case .highlight: "highlights"
    case .highlightCollection: "highlights.collections"
    case .bookmark: "bookmarks"
    case .topic: "topics"
    case .preference: "prefs"
    case .chapter: "progress"
    case .session: "sessions"
    }
  }

  var restoring: String {
    "\(module).find{deleted=true} lists what is deleted; :restore() brings it back"
  }

  var table: String {
    switch self {
    case .note: "user_notes"
    case .collection: "study_collections"
    case .highlight: "verse_highlights"
    case .highlightCollection: "highlight_collections"
    case .bookmark: "bookmarks"
    case .topic: "bookmarked_topics"
    case .preference: "user_preferences"
    case .chapter: "reading_progress"
    case .session: "study_sessions"
    }
  }
}
