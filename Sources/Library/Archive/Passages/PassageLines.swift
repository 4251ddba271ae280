import Vocabulary

/// Text in which a passage at the beginning of a line begins a record; what follows, up to the next
/// one, is its text.
///
/// | form | a record begins with |
/// |---|---|
/// | JW | `[43:3:16]`: book, chapter, verse; words of the verse and a colour may follow |
/// | OSIS | `John.3.16`, alone or with text behind it |
final class PassageLines: ImportSource {
  private let lines: ImportedLines
  private let form: ImportForm
  private var record: ForeignRecord?
  private var texts: [String] = []
  private var damage: ImportItem?
  private var hasBegun = false

  var done: Int { lines.file.done }
  var total: Int { lines.file.total }

  init(_ file: ImportedFile, as form: ImportForm) {
    lines = ImportedLines(file)
    self.form = form
  }

  func next() throws -> ImportItem? {
    while let line = try lines.next() {
      guard let read = ImportedText.decoded(line.bytes) else {
        return .damaged(
          .line(line.number), reason: ImportedText.unreadable,
          words: LibraryRows.words(Array(line.bytes)))
      }
      if let start = Self.start(read.text, form) {
        let before = finished()
        begin(start, .line(line.number), read.isWindows)
        if let before { return before }
      } else if record != nil {
        texts.append(read.text)
        if read.isWindows { record?.remarks.append(ImportedText.windowsRemark) }
      } else if !ImportedText.trimmed(read.text).isEmpty, !Self.isSetting(read.text) {
        return .damaged(
          .line(line.number), reason: "it stands before the first passage",
          words: ImportReport.shortened(read.text))
      }
    }
    return finished()
  }

  private func begin(
    _ start: Start, _ place: ImportPlace, _ isWindows: Bool
  ) {
    var next = ForeignRecord(place)
    next.reference = start.passage
    next.problem = start.problem
    if isWindows { next.remarks.append(ImportedText.windowsRemark) }
    record = next
    texts = start.rest.isEmpty ? [] : [start.rest]
  }

  /// The record that ends here; nil where none had begun.
  private func finished() -> ImportItem? {
    guard var record else { return nil }
    self.record = nil
    record.text = ImportedText.trimmed(texts.joined(separator: "\n"))
    texts = []
    if record.text.utf8.count > Limits.textBytes {
      return .damaged(
        record.place,
        reason: "its text has \(record.text.utf8.count) bytes; at most "
          + "\(Limits.textBytes) are taken", words: record.words)
    }
    return .record(record)
  }

  /// How a line begins a record.
  struct Start {
    let passage: String
    /// What follows the passage.
    let rest: String
    /// Why the passage is none.
    var problem: String?
  }

  /// The passage that a line begins with, and what follows it; nil for every other line.
  static func start(_ line: String, _ form: ImportForm) -> Start? {
    switch form {
    case .jw: bracketed(line)
    default: osis(line)
    }
  }

  private static func bracketed(_ line: String) -> Start? {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
    let parts = line[line.index(after: line.startIndex)..<end]
      .split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 6,
      parts.dropFirst().allSatisfy({ $0.first?.isNumber == true })
    else { return nil }
    let rest = ImportedText.trimmed(line[line.index(after: end)...])
    let place = "\(parts[1]):\(parts[2])"
    guard let number = Int(parts[0]) else {
      return Start(passage: "\(parts[0]) \(place)", rest: rest)
    }
    guard Canon.books.indices.contains(number - 1) else {
      return Start(
        passage: "\(number):\(place)", rest: rest,
        problem: "books are counted from 1 to \(Canon.bookCount), and this is \(number)")
    }
    return Start(passage: "\(Canon.books[number - 1].name) \(place)", rest: rest)
  }

  private static func osis(_ line: String) -> Start? {
    let end = line.firstIndex { $0 == " " || $0 == "\t" } ?? line.endIndex
    let id = line[..<end]
    let parts = id.split(separator: ".")
    guard parts.count >= 2, id.utf8.count < 80,
      id.first?.isLetter == true || id.first?.isNumber == true,
      parts.last?.first?.isNumber == true, parts[0].contains(where: \.isLetter)
    else { return nil }
    return Start(passage: String(id), rest: ImportedText.trimmed(line[end...]))
  }

  /// `[MepsLanguageId=0]`: what a file says of itself.
  private static func isSetting(_ line: String) -> Bool {
    let line = ImportedText.trimmed(line)
    return line.hasPrefix("[") && line.hasSuffix("]") && line.contains("=")
  }
}
