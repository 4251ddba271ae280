import Glibc

/// The history on disk: a line an entry, the newest last, mode 0600.
///
/// Several prompts may write at once: each entry is appended under a lock, in one write, so none is
/// lost. An entry that comes again moves to the end when the file is next read.
struct HistoryFile: Sendable {
  /// What is kept when the file is rewritten. Unit: entries.
  static let keptEntries = 100_000
  /// How much of the file may be repeats before it is rewritten. Unit: entries.
  private static let repeatsAllowed = 1_000

  private let path: String

  /// `path` need not exist; its folder is made when the first entry comes.
  init(path: String) { self.path = path }

  /// All entries, the oldest first, each text once: at its latest place.
  func read() throws(ConsoleError) -> [HistoryEntry] {
    guard access(path, F_OK) == 0 else { return [] }
    let lines = try Self.entries(in: FileBytes.read(path))
    let kept = Self.withoutRepeats(lines)
    if lines.count - kept.count > Self.repeatsAllowed { try rewrite() }
    return kept
  }

  /// The newest entries, from the end of the file alone, and whether that is all there is. Each
  /// text once.
  ///
  /// Why: a prompt is there at once however long the history is.
  func readNewest() throws(ConsoleError) -> (entries: [HistoryEntry], isAll: Bool) {
    guard access(path, F_OK) == 0 else { return ([], true) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noInput(path: path, reason: systemReason()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .noInput(path: path, reason: systemReason())
    }
    guard status.st_size > Self.newestBytes else { return (try read(), true) }
    lseek(descriptor, -off_t(Self.newestBytes), SEEK_END)
    let bytes = try FileBytes.read(descriptor, named: path)
    // The first line has lost its beginning.
    let whole = bytes.drop { $0 != 0x0A }.dropFirst()
    return (Self.withoutRepeats(Self.entries(in: Array(whole))), false)
  }

  /// What is read of a long file at first. Unit: bytes.
  private static let newestBytes = 1 << 16

  /// Adds an entry, safe on disk in the file system's sense when it returns.
  func append(_ entry: HistoryEntry) throws(ConsoleError) {
    try withLockedFile { descriptor throws(ConsoleError) in
      guard FileBytes.write(Array(entry.line.utf8), to: descriptor) else {
        throw .unwritten(path: path, reason: systemReason())
      }
    }
  }

  /// Takes entries out, with all that repeat them.
  func remove(_ texts: Set<String>) throws(ConsoleError) {
    guard access(path, F_OK) == 0 else { return }
    try withLockedFile { _ throws(ConsoleError) in
      let kept = Self.entries(in: try FileBytes.read(path)).filter { !texts.contains($0.text) }
      try FileBytes.replace(path, with: Array(kept.map(\.line).joined().utf8), isPrivate: true)
    }
  }

  /// The lock may be on a file that another prompt has just replaced: then it is taken anew.
  private func withLockedFile(
    _ body: (Int32) throws(ConsoleError) -> Void
  ) throws(ConsoleError) {
    if let slash = path.lastIndex(of: "/") { try FileBytes.makeFolder(String(path[..<slash])) }
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .unwritten(path: path, reason: systemReason()) }
      defer {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .unwritten(path: path, reason: systemReason()) }
      }
      var locked = stat()
      var named = stat()
      guard fstat(descriptor, &locked) == 0, stat(path, &named) == 0, locked.st_ino == named.st_ino
      else { continue }
      fchmod(descriptor, 0o600)
      return try body(descriptor)
    }
  }

  private func rewrite() throws(ConsoleError) {
    try withLockedFile { _ throws(ConsoleError) in
      let kept = Self.withoutRepeats(Self.entries(in: try FileBytes.read(path)))
      let text = kept.suffix(Self.keptEntries).map(\.line).joined()
      try FileBytes.replace(path, with: Array(text.utf8), isPrivate: true)
    }
  }

  private static func entries(in bytes: [UInt8]) -> [HistoryEntry] {
    bytes.split(separator: 0x0A).map {
      HistoryEntry(line: Substring(String(decoding: $0, as: UTF8.self)))
    }
  }

  private static func withoutRepeats(_ entries: [HistoryEntry]) -> [HistoryEntry] {
    var seen: Set<String> = []
    return entries.reversed().filter { seen.insert($0.text).inserted }.reversed()
  }
}
