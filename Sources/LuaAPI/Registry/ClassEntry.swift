/// A class of tables that functions give, as editors and manuals know it: what it is, and its
/// fields.
package struct ClassEntry: Sendable {
  /// A field; its type follows from its name, unless it is said.
  package struct Field: Sendable {
    /// What it is called.
    package let name: String
    /// Its type, as editors write it: `integer`, `string[]`, `note`.
    package let type: String
    /// Whether it may be missing.
    package let isOptional: Bool
  }

  /// What it is called.
  package let name: String
  /// One sentence.
  package let doc: String
  /// In the order in which they are shown.
  package let fields: [Field]

  /// - Parameter fields: their names, a `?` after one that may be missing, and a type after `:`
  ///   where it is another than such a name usually has.
  init(_ name: String, _ doc: String, _ fields: String) {
    self.name = name
    self.doc = doc
    self.fields = FieldList.fields(fields)
  }
}

extension ClassEntry {
  /// Every class that scripts meet.
  package static let all: [ClassEntry] = records + answers + worlds

  private static let end = "created_at updated_at deleted_at? cloud_id"

  private static let records = [
    ClassEntry(
      "note", "A note, as it was when it was read.",
      "id ref text tags collection?:integer \(end) snippet?"),
    ClassEntry(
      "collection", "A collection of notes.", "id name description color notes:integer \(end)"),
    ClassEntry(
      "highlight", "A highlighted verse.", "id ref color collection?:integer note? \(end)"),
    ClassEntry(
      "highlight_collection", "A collection of highlights.",
      "id name color sort_order highlights:integer \(end)"),
    ClassEntry("bookmark", "A bookmark.", "id ref label? \(end)"),
    ClassEntry(
      "topic", "A topic of the app that was bookmarked.",
      "id topic type title? summary? bookmarked_at updated_at deleted_at? cloud_id"),
    ClassEntry(
      "session", "A session of study.", "id chapter_id started_at ended_at? duration_ms?"),
    ClassEntry(
      "reference", "A passage.",
      "ref book chapter? verse? last_chapter? last_verse? start? stop?"),
    ClassEntry(
      "queue_entry", "An edit that the cloud has not confirmed.",
      "id operation table row cloud_id state at attempts? columns? changes?:table "
        + "dependants?:integer[] error? error_code? not_before? seq? result?"),
    ClassEntry(
      "conflict", "A value that lost against another device's.",
      "id table row? cloud_id column mine? theirs? at"),
    ClassEntry("handle", "What on(event, fn) gives.", "id event"),
  ]

  private static let answers = [
    ClassEntry(
      "user", "Who is signed in.", "id:string email? name? provider? last_sign_in? new_email?"),
    ClassEntry(
      "plan", "A reading plan.",
      "id:string name description total days?:string[] pace built_in covers? started?:boolean "
        + "progress?:progress"),
    ClassEntry(
      "progress", "How far a plan has come.",
      "id:string name? state active here total? done completed:integer[] percent? next_day? next? "
        + "on_date? behind? started_on? ends_on?"),
    ClassEntry("lectern_error", "What functions raise.", "kind:error_kind code message hint?"),
  ]

  private static let worlds = [
    ClassEntry("world", "Devices, one cloud and one clock.", "cloud:world_cloud"),
    ClassEntry("world_cloud", "The cloud of a world.", ""),
    ClassEntry("device", "A device of a world; it has every module.", ""),
    ClassEntry("expectation", "A claim about a value, in a test.", "never:expectation"),
    ClassEntry("identity_provider", "A provider of identities that a script plays.", ""),
  ]
}

/// Lists of fields in words, as `ClassEntry` and results of functions have them.
enum FieldList {
  static func fields(_ words: String) -> [ClassEntry.Field] {
    words.split(separator: " ").map { word in
      let parts = word.split(separator: ":", maxSplits: 1)
      let isOptional = parts[0].hasSuffix("?")
      let name = String(isOptional ? parts[0].dropLast() : parts[0])
      return ClassEntry.Field(
        name: name, type: parts.count > 1 ? String(parts[1]) : type(of: name),
        isOptional: isOptional)
    }
  }

  /// What a field of that name usually is; `any` for one of which nothing is known.
  static func type(of name: String) -> String {
    types.first { $0.names.contains(name) }?.type ?? "any"
  }

  private static let types: [(type: String, names: Set<String>)] = [
    (
      "integer",
      [
        "id", "row", "pushed", "merged", "failed", "parked", "pending", "pulled", "conflicts",
        "shelved", "sort_order", "chapter", "verse", "last_chapter", "last_verse", "start", "stop",
        "attempts", "seq", "duration_ms", "timestamp_ms", "chapters", "days", "current_streak",
        "longest_streak", "before", "after", "vanished", "entries", "foreign", "explored", "of",
        "goal", "notes", "total", "done", "next_day", "on_date", "behind", "verses",
      ]
    ), ("number", ["percent"]),
    (
      "boolean",
      [
        "set", "device_local", "enabled", "reached", "seen", "pending_edit", "active", "here",
        "built_in", "complete", "whole_bible", "signed_in", "online", "syncing", "more", "full",
        "needs_sign_in", "auto",
      ]
    ), ("string[]", ["tags", "columns", "panels", "missing"]),
    (
      "string",
      [
        "ref", "text", "collection", "created_at", "updated_at", "deleted_at", "cloud_id",
        "snippet",
        "name", "description", "color", "label", "topic", "type", "title", "summary", "note",
        "bookmarked_at", "chapter_id", "started_at", "ended_at", "book", "operation", "table",
        "state", "error", "error_code", "not_before", "at", "result", "column", "mine", "theirs",
        "event", "email", "provider", "last_sign_in", "new_email", "pace", "covers", "next",
        "started_on", "ends_on", "kind", "code", "message", "hint", "url", "verifier",
        "redirect_to", "panel", "scholar", "section", "reason", "content", "details", "flagged_at",
        "favourite_book", "until", "source", "to", "subject", "link", "sent_at", "tag",
        "first_opened_at", "key", "device", "stamp", "testament", "completed_at",
        "last_visited_at", "last_sync_at", "cloud", "kept_in", "renews",
      ]
    ),
  ]
}
