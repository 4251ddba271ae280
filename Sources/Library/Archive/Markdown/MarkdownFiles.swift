import Glibc
import Vocabulary

/// Notes in Markdown, a file each, in a folder and those within it; or one such file.
final class MarkdownFiles: ImportSource {
  private let folder: String
  /// Paths in the folder, sorted.
  private let names: [String]
  private(set) var done = 0
  var total: Int { names.count }

  /// Errors: `ImportError` for a folder without such files, or one that cannot be read.
  init(folder: String) throws(ImportError) {
    self.folder = folder
    var names: [String] = []
    try Self.collect(folder, "", 0, &names)
    guard !names.isEmpty else { throw .emptyFolder(path: folder) }
    self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// One file.
  init(file: String) {
    let slash = file.lastIndex(of: "/")
    folder = slash.map { String(file[..<$0]) } ?? "."
    names = [slash.map { String(file[file.index(after: $0)...]) } ?? file]
  }

  func next() throws -> ImportItem? {
    guard done < names.count else { return nil }
    let name = names[done]
    done += 1
    let place = ImportPlace.file(name)
    let bytes: [UInt8]
    do { bytes = try Self.content(folder + "/" + name) } catch {
      return .damaged(place, reason: error.summary, words: name)
    }
    guard let read = ImportedText.decoded(bytes) else {
      return .damaged(place, reason: ImportedText.unreadable, words: name)
    }
    guard let matter = FrontMatter(read.text) else {
      return .damaged(
        place, reason: "it does not begin with front matter: ---, reference: …, ---",
        words: ImportReport.shortened(read.text))
    }
    var record = Self.record(matter, place)
    if read.isWindows { record.remarks.append(ImportedText.windowsRemark) }
    return .record(record)
  }

  private static func record(_ matter: FrontMatter, _ place: ImportPlace) -> ForeignRecord {
    var record = ForeignRecord(place)
    record.reference =
      matter.text("reference", "ref", "verse", "passage", "bible-verse", "scripture", "osis") ?? ""
    record.kind = matter.text("kind").flatMap { ForeignRecord.Kind(rawValue: $0.lowercased()) }
    record.id = matter.text("id").flatMap { RecordID($0) }
    // What we wrote ends with one line break that is none of the text's.
    var body = matter.body
    if record.id != nil {
      if body.hasSuffix("\n") { body.removeLast() }
    } else {
      body = ImportedText.trimmed(body)
    }
    record.text = body
    record.tags = (matter.values["tags"] ?? matter.values["tag"] ?? []).flatMap { tag in
      record.id != nil || matter.values["tags"]?.count != 1 ? [tag] : TagText.tags(tag)
    }
    record.collection = matter.text("collection", "notebook")
    record.color = matter.text("color", "colour")
    record.label = matter.text("label")
    for (place, keys) in [
      (\ForeignRecord.created, ["created", "date", "created_at"]),
      (\ForeignRecord.updated, ["updated", "modified", "updated_at"]),
    ] {
      guard let text = keys.lazy.compactMap({ matter.text($0) }).first else { continue }
      record[keyPath: place] = OldRow.time(text)
      if record[keyPath: place] == nil {
        record.remarks.append("\(keys[0]) is no time: \(ImportReport.shortened(text))")
      }
    }
    return record
  }

  private static func content(_ path: String) throws(ImportError) -> [UInt8] {
    let file = try ImportedFile(path)
    var bytes: [UInt8] = []
    while bytes.count < Limits.recordBytes {
      let more = try file.read()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private static func collect(
    _ folder: String, _ prefix: String, _ depth: Int, _ names: inout [String]
  ) throws(ImportError) {
    guard let open = opendir(prefix.isEmpty ? folder : folder + "/" + prefix) else {
      throw .unreadable(path: folder, reason: String(cString: strerror(errno)))
    }
    defer { closedir(open) }
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Programs keep their own things in names like .obsidian.
      guard !name.hasPrefix(".") else { continue }
      let path = prefix.isEmpty ? name : prefix + "/" + name
      var status = stat()
      guard lstat(folder + "/" + path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        guard depth < Limits.folderDepth else { continue }
        try collect(folder, path, depth + 1, &names)
      } else if name.hasSuffix(".md") || name.hasSuffix(".markdown") {
        names.append(path)
      }
    }
  }
}
