import Schema
import Vocabulary

/// What several tables of the app have.
extension OldRow {
  /// When a row was made, and the stamp of when it was last written.
  struct Times {
    let created: Instant
    let stamp: Stamp
  }

  /// A row that nobody knows the time of was made in 1970: the earliest time of all devices stands,
  /// so another device's knowledge is what gives way, not the person's data.
  mutating func times(created column: String = "created_at", now: Instant) -> Times {
    let created = time(column)
    let updated = time("updated_at")
    if let updated, updated > now { note("updated_at is still to come") }
    return Times(
      created: created ?? updated ?? Instant(milliseconds: 0),
      stamp: ArchiveRow.stamp(updated, created, now: now))
  }

  /// The texts of a JSON list, sorted, each once.
  mutating func texts(_ column: String) -> [String] {
    guard let text = text(column), !text.isEmpty else { return [] }
    var items: [JSONValue]?
    do { items = try JSONValue(parsing: text).array } catch { items = nil }
    let texts = (items ?? []).compactMap(\.string).filter { !$0.utf8.contains(0) }
    if items == nil || texts.count < items?.count ?? 0 { note("\(column) is no list of texts") }
    return sortedSet(texts)
  }
}
