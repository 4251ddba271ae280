import Glibc
package import Vocabulary

/// A session in a file that only its owner may read (0600), in a folder of the same kind (0700).
///
/// A new session is written beside the old one, brought to the disk, and put in its place, so that
/// a crash leaves one or the other. Locks are on files of their own (`flock`), since the session's
/// file is replaced under its readers.
package final class FileSessionStore: SessionStore {
  /// The session's file.
  package let path: String
  private let surroundings: any Surroundings

  /// Largest file that is read. Unit: bytes. Why: sessions of clouds with many claims reach 10 kB.
  private static let fileBytes = 256 << 10
  /// How long a refresh of another process is waited for, and how often it is looked at.
  private static let lockWait: Duration = .seconds(70)
  private static let lockStep: Duration = .milliseconds(50)

  package init(path: String, surroundings: any Surroundings) {
    self.path = path
    self.surroundings = surroundings
  }

  package func load() throws(CloudError) -> Session? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .sessionUnreadable(path: path, reason: Self.systemText())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .sessionUnreadable(path: path, reason: Self.systemText())
    }
    guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
      throw .sessionExposed(path: path)
    }
    guard status.st_size <= Self.fileBytes else {
      throw .sessionUnreadable(path: path, reason: "it is too large")
    }
    return try parse(try read(descriptor))
  }

  package func save(_ session: Session?) throws(CloudError) {
    try locked("change") { () throws(CloudError) in try write(session) }
  }

  package func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    try locked("change") { () throws(CloudError) in
      guard let kept = try load(), kept.isSameGrant(as: old) else { return false }
      try write(new)
      return true
    }
  }

  package func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T { try locked("refresh", unless: settled, body) }

  package var place: SessionPlace { .file(path: path) }

  // MARK: - Reading

  private func read(_ descriptor: Int32) throws(CloudError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count <= Self.fileBytes {
      let count = Glibc.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .sessionUnreadable(path: path, reason: Self.systemText())
      }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  private func parse(_ bytes: [UInt8]) throws(CloudError) -> Session {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: bytes) } catch {
      throw .sessionUnreadable(path: path, reason: "it is not JSON")
    }
    guard let session = Session(kept: json) else {
      throw .sessionUnreadable(path: path, reason: "it is no session of this program")
    }
    return session
  }

  // MARK: - Writing

  private func write(_ session: Session?) throws(CloudError) {
    guard let session else {
      guard unlink(path) == 0 || errno == ENOENT else { throw failure() }
      return
    }
    let draft = "\(path).\(String(surroundings.random(), radix: 36)).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let isWritten = Self.writeAll(session.json.bytes, descriptor) && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    guard isWritten, rename(draft, path) == 0 else {
      let reason = isWritten ? failure() : failure(problem)
      unlink(draft)
      throw reason
    }
    syncFolder()
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The name of a file is on the disk only when its folder is.
  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: - Locks

  private func locked<T>(
    _ name: String, unless settled: () throws(CloudError) -> T? = { nil },
    _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T {
    try makeFolder()
    let lock = open("\(path).\(name)-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw failure() }
    defer { close(lock) }
    var waited: Duration = .zero
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure() }
      guard waited < Self.lockWait else {
        throw .sessionNotKept(path: path, reason: "another program keeps it locked")
      }
      guard surroundings.wait(Self.lockStep) else { throw .interrupted }
      if let result = try settled() { return result }
      waited += Self.lockStep
    }
    return try body()
  }

  private var folder: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Makes the folder, and those above it, where they are missing.
  private func makeFolder() throws(CloudError) {
    if access(folder, F_OK) == 0 { return }
    var place = folder.startIndex
    while place < folder.endIndex {
      place = folder[place...].dropFirst().firstIndex(of: "/") ?? folder.endIndex
      guard mkdir(String(folder[..<place]), 0o700) == 0 || errno == EEXIST else {
        throw failure()
      }
    }
  }

  private func failure(_ number: Int32 = errno) -> CloudError {
    .sessionNotKept(path: path, reason: Self.systemText(number))
  }

  private static func systemText(_ number: Int32 = errno) -> String {
    String(cString: strerror(number))
  }
}
