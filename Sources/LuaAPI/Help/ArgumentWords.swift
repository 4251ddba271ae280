import ChangeQueue
import Glibc
import Library
import Schema
import Vocabulary
import World

/// A word that may stand next in an argument.
package struct ArgumentWord: Sendable, Equatable {
  /// What is put in.
  package let word: String
  /// What follows if it is the only one, such as the space after a book; nil for what ends a text.
  package let ending: String?
  /// A few words about it; nil for nothing.
  package let note: String?

  init(_ word: String, ending: String? = nil, note: String? = nil) {
    self.word = word
    self.ending = ending
    self.note = note
  }
}

extension ScriptAPI {
  /// Words that may stand next as that argument or option of a function, behind what is typed of it
  /// already: choices, colours, references, names and ids of what there is. No script is run.
  ///
  /// - Parameter key: what stands first in the call, for values that depend on it.
  package func words(
    for argument: String, of function: String, after typed: String, key: String? = nil
  ) throws -> [ArgumentWord] {
    guard let entry = registry[function],
      let type = entry.parameters.first(where: { $0.name == argument })?.type
        ?? entry.options.first(where: { $0.name == argument })?.type
    else { return [] }
    switch type {
    case .choice(let words): return typed.isEmpty ? words.map { ArgumentWord($0) } : []
    case .reference: return ReferenceWords.next(after: typed)
    default: break
    }
    if argument == "path" { return FileWords.next(after: typed) }
    let words = try named(argument, entry, key: key)
    if typed.isEmpty || entry.name == "sql" { return words }
    // Books are read in capitals or not.
    let begun = words.filter {
      $0.word.hasPrefix(typed)
        || argument == "book" && $0.word.lowercased().hasPrefix(typed.lowercased())
    }
    return begun.map { ArgumentWord(String($0.word.dropFirst(typed.count)), note: $0.note) }
  }

  private func named(
    _ argument: String, _ entry: FunctionEntry, key: String?
  ) throws -> [ArgumentWord] {
    func plain(_ words: [String]) -> [ArgumentWord] { words.map { ArgumentWord($0) } }
    switch (entry.owner, argument) {
    case ("highlights", "color"), ("highlights.collections", "color"), ("collections", "color"):
      return plain(HighlightColor.allCases.map(\.rawValue))
    case ("plans", "id"):
      return try Plans(device.database).list().map { ArgumentWord($0.id, note: $0.name) }
    case ("prefs", "key"):
      return PreferenceKey.all.map { ArgumentWord($0.name, note: $0.form.name) }
    case ("prefs", "value"): return plain(preferenceValues(of: key))
    case ("queue", "table"), ("cloud", "table"), ("", "text"):
      return plain(device.database.catalog.tables.map(\.name))
    case ("notes", "tag"), ("notes", "tags"), ("note", "tags"):
      return try device.notes.tags().map { ArgumentWord($0.tag, note: "\($0.notes) notes") }
    case ("notes", "book"), ("highlights", "book"), ("bookmarks", "book"), ("progress", "book"):
      return plain(Canon.books.map(\.name))
    case ("collections", "id_or_name"), ("notes", "collection"), ("note", "collection"):
      return try device.collections.find(isDeleted: false, limit: nil)
        .map { ArgumentWord($0.name, note: "\($0.notes) notes") }
    case ("topics", "id"):
      return try Topics(device.database).find(limit: Int64(Self.idsShown))
        .map { ArgumentWord($0.topic, note: $0.title) }
    case ("notes", "id"), ("note", "other"):
      var latest = NoteFilter()
      latest.limit = Int64(Self.idsShown)
      latest.order = .updated
      return try device.notes.find(latest)
        .map { ArgumentWord(String($0.id), note: "\($0.ref): \($0.text.prefix(40))") }
    case ("queue", "id"):
      return try device.database.entries().prefix(Self.idsShown).map {
        ArgumentWord(String($0.id), note: "\($0.operation.rawValue) \($0.table) \($0.localID)")
      }
    default: return []
    }
  }

  /// Unit: records.
  private static let idsShown = 30

  private func preferenceValues(of key: String?) -> [String] {
    guard let key, let known = PreferenceKey.named(key) else { return [] }
    switch known.form {
    case .choice(let words, _): return words
    case .set(let words), .switches(let words): return words
    default: return []
    }
  }
}

/// What may follow in a reference: the rest of a book's name, a chapter, a verse.
enum ReferenceWords {
  static func next(after typed: String) -> [ArgumentWord] {
    // The last of several references.
    let part = typed.split(separator: ";", omittingEmptySubsequences: false).last ?? ""
    let text = String(part.drop { $0 == " " })
    let isCapital = text.first?.isUppercase ?? false
    if let colon = text.lastIndex(of: ":") { return verses(of: text[..<colon]) }
    if text.last == " ", let book = book(text.dropLast()) {
      return (1...book.chapterCount).map { ArgumentWord(String($0), ending: ":") }
    }
    let lower = text.lowercased()
    let names = Canon.books.map(\.name)
    let written = isCapital ? names : names.map { $0.lowercased() } + (text.isEmpty ? names : [])
    return written.filter { $0.lowercased().hasPrefix(lower) }
      .map { ArgumentWord(String($0.dropFirst(lower.count)), ending: " ") }
  }

  private static func verses(of chapter: Substring) -> [ArgumentWord] {
    guard let space = chapter.lastIndex(of: " "), let book = book(chapter[..<space]),
      let number = Int(chapter[chapter.index(after: space)...])
    else { return [] }
    let verses = book.verseCount(ofChapter: number)
    return verses == 0 ? [] : (1...verses).map { ArgumentWord(String($0)) }
  }

  private static func book(_ name: Substring) -> Book? {
    Canon.books.first { $0.name.lowercased() == name.lowercased() }
  }
}

/// What may follow in the path of a file.
package enum FileWords {
  /// The entries of the folder that is typed, those that begin as typed; a folder ends in `/`.
  package static func next(after typed: String) -> [ArgumentWord] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? "."
    let begun = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
    return FolderNames.names(in: folder.hasPrefix("~/") ? home + folder.dropFirst() : folder)
      .filter { $0.hasPrefix(begun) && (!$0.hasPrefix(".") || begun.hasPrefix(".")) }
      .map { name in
        let isFolder = FolderNames.isFolder((slash == nil ? "" : folder) + name)
        return ArgumentWord(
          String(name.dropFirst(begun.count)), ending: isFolder ? "/" : nil,
          note: isFolder ? "folder" : "file")
      }
  }

  private static var home: String { getenv("HOME").map { String(cString: $0) } ?? "" }
}
