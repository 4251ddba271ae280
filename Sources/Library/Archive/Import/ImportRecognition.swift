import ChangeQueue
import Glibc
import Schema
import Store
import Vocabulary

/// Tells by its content what a file is, and opens it as that.
struct ImportRecognition {
  private let path: String
  private let catalog: Catalog
  private let now: Instant

  init(_ path: String, _ catalog: Catalog, now: Instant) {
    self.path = path
    self.catalog = catalog
    self.now = now
  }

  /// What is imported, and as what. `form`: what it must be; nil for whatever it is.
  ///
  /// Errors: `ImportError`; of a database also `StoreError`.
  func source(
    _ form: ImportForm?
  ) throws -> (form: ImportForm, source: any ImportSource) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      try require(.markdown, form, "it is a folder")
      return (.markdown, try MarkdownFiles(folder: path))
    }
    let file = try ImportedFile(path)
    let start = file.beginning
    if start.starts(with: Array("SQLite format 3".utf8)) { return try database(form) }
    let found = recognized(start)
    guard let wanted = form ?? found else { throw ImportError.unknown(path: path) }
    return (wanted, try open(file, start, as: wanted, found))
  }

  private func require(_ form: ImportForm, _ wanted: ImportForm?, _ reason: String) throws {
    guard let wanted, wanted != form else { return }
    throw ImportError.misfit(path: path, form: wanted, reason: reason)
  }

  private func database(
    _ form: ImportForm?
  ) throws -> (form: ImportForm, source: any ImportSource) {
    try require(.logos, form, "it is a database")
    if try AppFile.at(path, isReadOnly: true) != nil {
      throw ImportError.elsewhere(
        path: path, what: "a library of the app, not an export",
        cure: "open it with --db: it is upgraded, and a copy of it kept")
    }
    if FileHeader(path: path)?.applicationID == Catalog.applicationID {
      throw ImportError.elsewhere(
        path: path, what: "a library of Lectern, not an export",
        cure: "open it with --db and write an export there, or bring it back with 'lectern restore'"
      )
    }
    guard let notes = try LogosNotes(path: path) else {
      throw ImportError.unknown(path: path)
    }
    return (.logos, notes)
  }

  // MARK: - Text

  /// By how it begins; nil for nothing that is known.
  private func recognized(_ start: [UInt8]) -> ImportForm? {
    let text = String(decoding: start.prefix(4_096), as: UTF8.self)
    let first = text.first { !$0.isWhitespace }
    if first == "{" || text.contains("\n" + LibraryRows.mark) {
      if text.contains("\"lectern_library\"") || text.contains(LibraryRows.mark) { return .json }
      let lists = ["\"notes\"", "\"bookmarks\"", "\"highlights\"", "\"collections\""]
      return lists.contains(where: text.contains) ? .app : nil
    }
    if text.hasPrefix("---") { return .markdown }
    for line in text.split(whereSeparator: \.isNewline).prefix(20) {
      if PassageLines.start(String(line), .jw) != nil { return .jw }
    }
    let header = header(start)
    if let columns = header.flatMap({ CSVColumns($0.fields) }) {
      return columns.isAndBible ? .andbible : .csv
    }
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    if let start = line.flatMap({ PassageLines.start(String($0), .osis) }),
      isPassage(start.passage)
    {
      return .osis
    }
    guard let header, header.fields.count > 1, isPassage(header.fields[0]) else { return nil }
    return .csv
  }

  private func isPassage(_ text: String) -> Bool {
    do { return try !OSISText.reference(ImportedText.trimmed(text)).text.isEmpty } catch {
      return false
    }
  }

  private func header(_ start: [UInt8]) -> (fields: [String], separator: UInt8)? {
    let line = start.drop { $0 <= 0x20 }.prefix { $0 != 0x0a && $0 != 0x0d }
    guard !line.isEmpty else { return nil }
    let separator = CSVColumns.separator(line)
    var text = String(decoding: line, as: UTF8.self)
    text.removeAll { $0 == "\"" }
    let mark = Character(Unicode.Scalar(separator))
    let fields = text.split(separator: mark, omittingEmptySubsequences: false)
    return (fields.map { ImportedText.trimmed($0) }, separator)
  }

  private func open(
    _ file: ImportedFile, _ start: [UInt8], as form: ImportForm, _ found: ImportForm?
  ) throws -> any ImportSource {
    switch form {
    case .json:
      try requireObject(start, form)
      return LibraryRows(file, catalog)
    case .app:
      try requireObject(start, form)
      return AppRows(file, catalog, now: now)
    case .csv, .andbible: return try csv(file, start, form)
    case .jw, .osis: return PassageLines(file, as: form)
    case .markdown: return MarkdownFiles(file: path)
    case .logos: throw ImportError.misfit(path: path, form: form, reason: "it is no database")
    }
  }

  private func requireObject(_ start: [UInt8], _ form: ImportForm) throws {
    let text = String(decoding: start, as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace }) == "{" || text.contains("\n" + LibraryRows.mark)
    else {
      throw ImportError.misfit(path: path, form: form, reason: "it does not begin with {")
    }
  }

  private func csv(
    _ file: ImportedFile, _ start: [UInt8], _ form: ImportForm
  ) throws -> any ImportSource {
    guard let header = header(start) else {
      throw ImportError.misfit(path: path, form: form, reason: "it has no first line")
    }
    if let columns = CSVColumns(header.fields) {
      return CSVRows(file, columns, separator: header.separator, hasHeader: true)
    }
    guard isPassage(header.fields[0]) else {
      throw ImportError.misfit(
        path: path, form: form,
        reason: "no column is called reference, and none book and chapter")
    }
    return CSVRows(
      file, CSVColumns(unnamed: header.fields.count), separator: header.separator,
      hasHeader: false)
  }
}
