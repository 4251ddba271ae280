import ChangeQueue
import Library
import Schema
import Vocabulary
import World

extension ScriptAPI {
  /// Words that may stand in quotes as that argument or option: choices, colours, tags, plans.
  package func words(for argument: String, of function: String) throws -> [String] {
    guard let entry = registry[function],
      let type = entry.parameters.first(where: { $0.name == argument })?.type
        ?? entry.options.first(where: { $0.name == argument })?.type
    else { return [] }
    if case .choice(let words) = type { return words }
    switch (entry.owner, argument) {
    case ("highlights", "color"), ("highlights.collections", "color"):
      return HighlightColor.allCases.map(\.rawValue)
    case ("plans", "id"): return try Plans(device.database).list().map(\.id)
    case ("prefs", "key"): return PreferenceKey.all.map(\.name)
    case ("queue", "table"): return device.database.catalog.tables.map(\.name)
    case ("notes", "tag"), ("notes", "tags"), ("note", "tags"):
      return try device.notes.tags().map(\.tag)
    case ("notes", "book"), ("highlights", "book"), ("bookmarks", "book"), ("progress", "book"):
      return Canon.books.map(\.name)
    case ("collections", "id_or_name"):
      return try device.collections.find(isDeleted: false, limit: nil).map(\.name)
    default: return []
    }
  }
}
