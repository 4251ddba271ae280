import Vocabulary

/// What the records of a CSV say about passages: one of ours, of AndBible, or of anybody.
final class CSVRows: ImportSource {
  private let records: CSVRecords
  private let columns: CSVColumns
  private let hasHeader: Bool
  private var isAtStart = true

  var done: Int { records.file.done }
  var total: Int { records.file.total }

  init(_ file: ImportedFile, _ columns: CSVColumns, separator: UInt8, hasHeader: Bool) {
    records = CSVRecords(file, separator: separator)
    self.columns = columns
    self.hasHeader = hasHeader
  }

  func next() throws -> ImportItem? {
    if isAtStart, hasHeader { _ = try records.next() }
    isAtStart = false
    switch try records.next() {
    case nil: return nil
    case .damaged(let line, let reason, let start)?:
      return .damaged(.line(line), reason: reason, words: LibraryRows.words(start))
    case .fields(let fields, let line, let isWindows)?:
      let extra = fields.dropFirst(columns.count)
      guard extra.allSatisfy(\.isEmpty) else {
        return .damaged(
          .line(line), reason: "it has \(fields.count) fields; the first line has \(columns.count)",
          words: ImportReport.shortened(fields.joined(separator: ", ")))
      }
      var record = record(fields, line)
      if isWindows { record.remarks.append(ImportedText.windowsRemark) }
      return .record(record)
    }
  }

  private func record(_ fields: [String], _ line: Int) -> ForeignRecord {
    func field(_ role: CSVColumns.Role) -> String? {
      columns.places[role].flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
    }
    var record = ForeignRecord(.line(line))
    record.reference = field(.reference) ?? Self.passage(field)
    if let kind = field(.kind) {
      record.kind = ForeignRecord.Kind(rawValue: ImportedText.trimmed(kind).lowercased())
    }
    record.text = field(.text) ?? ""
    record.label = field(.label)
    if let title = field(.title) {
      if record.text.isEmpty {
        record.label = record.label ?? title
      } else {
        record.text = title + "\n\n" + record.text
      }
    }
    record.tags = field(.tags).map { TagText.tags($0) } ?? []
    record.collection = field(.collection)
    record.color = field(.color)
    record.created = time(field(.created), "created", &record)
    record.updated = time(field(.updated), "updated", &record)
    if let id = field(.id) {
      if columns.isAndBible { record.key = "andbible \(id)" } else { record.id = RecordID(id) }
    }
    // Bookmarks have no tags: what AndBible calls labels is what a bookmark is called here.
    if record.fittingKind == .bookmark, record.label == nil, !record.tags.isEmpty {
      record.label = record.tags.joined(separator: ", ")
    }
    return record
  }

  private static func passage(_ field: (CSVColumns.Role) -> String?) -> String {
    guard let book = field(.book), let chapter = field(.chapter) else { return "" }
    guard let verse = field(.verse) else { return "\(book) \(chapter)" }
    let start = "\(book) \(chapter):\(verse)"
    guard let last = field(.lastVerse) else { return start }
    let lastChapter = field(.lastChapter) ?? chapter
    if lastChapter == chapter { return last == verse ? start : "\(start)-\(last)" }
    return "\(start)-\(lastChapter):\(last)"
  }

  private func time(
    _ text: String?, _ name: String, _ record: inout ForeignRecord
  ) -> Instant? {
    guard let text else { return nil }
    let time = OldRow.time(text)
    if time == nil {
      record.remarks.append("\(name) is no time: \(ImportReport.shortened(text))")
    }
    return time
  }
}

/// Tags in one field of text.
enum TagText {
  /// A list in JSON, else parted at semicolons, else at line breaks, else at commas.
  static func tags(_ text: String) -> [String] {
    if text.hasPrefix("["), let list = list(text) { return list }
    let mark: Character =
      text.contains(";") ? ";" : text.contains(where: \.isNewline) ? "\n" : ","
    return text.split { mark == "\n" ? $0.isNewline : $0 == mark }
      .map { ImportedText.trimmed($0) }.filter { !$0.isEmpty }
  }

  /// The tags so that `tags` gives them back: in JSON where one holds what parts them.
  static func text(_ tags: [String]) -> String {
    let isPlain = tags.allSatisfy { tag in
      !tag.hasPrefix("[") && !tag.contains { ";,\"".contains($0) || $0.isNewline }
        && ImportedText.trimmed(tag) == tag
    }
    return isPlain
      ? tags.joined(separator: "; ") : JSONValue.array(tags.map(JSONValue.string)).text
  }

  private static func list(_ text: String) -> [String]? {
    do {
      let items = try JSONValue(parsing: text).array
      let texts = items?.compactMap(\.string)
      return texts?.count == items?.count ? texts : nil
    } catch { return nil }
  }
}
