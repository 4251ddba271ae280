import Glibc
import Vocabulary

/// A small file that only its owner may read (0600), in a folder that only its owner may change.
///
/// New content is written beside the old, brought to the disk, and put in its place, so that a
/// crash leaves one or the other. Locks are on files of their own (`flock`), since the file itself
/// is replaced under its readers.
struct SessionFile {
  let path: String
  let surroundings: any Surroundings

  /// Largest file that is read. Unit: bytes. Why: sessions of clouds with many claims reach 10 kB.
  private static let fileBytes = 256 << 10
  /// How long a refresh of another process is waited for, and how often it is looked at.
  private static let lockWait: Duration = .seconds(70)
  private static let lockStep: Duration = .milliseconds(50)

  /// What is in it; nil where it is not there.
  func read() throws(CloudError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      let reason = errno == ELOOP ? "it is a symbolic link" : Self.systemText()
      throw .sessionUnreadable(path: path, reason: reason)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .sessionUnreadable(path: path, reason: Self.systemText())
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .sessionUnreadable(path: path, reason: "it is no file")
    }
    guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
      throw .sessionExposed(path: path)
    }
    guard status.st_size <= Self.fileBytes else {
      throw .sessionUnreadable(path: path, reason: "it is too large")
    }
    try requirePrivateFolder()
    return try read(descriptor)
  }

  /// Puts other content in its place; nil removes it.
  func write(_ bytes: [UInt8]?) throws(CloudError) {
    try requirePrivateFolder()
    guard let bytes else {
      guard unlink(path) == 0 || errno == ENOENT else { throw failure() }
      syncFolder()
      return
    }
    let draft = "\(path).\(String(surroundings.random(), radix: 36)).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let isWritten = Self.writeAll(bytes, descriptor) && fsync(descriptor) == 0
    let problem = errno
    close(descriptor)
    guard isWritten, rename(draft, path) == 0 else {
      let reason = isWritten ? failure() : failure(problem)
      unlink(draft)
      throw reason
    }
    syncFolder()
  }

  /// Keeps what cannot be read beside it, for whoever wants to look: the next content comes.
  func setAside() throws(CloudError) {
    guard rename(path, path + ".unreadable") == 0 || errno == ENOENT else { throw failure() }
  }

  /// Runs `body` while nobody else is in such a body under that name. Whoever waits asks `settled`
  /// now and then, and goes with its answer.
  func locked<T>(
    _ name: String, unless settled: () throws(CloudError) -> T? = { nil },
    _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T {
    try makeFolder()
    let lock = open("\(path).\(name)-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw failure() }
    // Closing is not enough: a child that another thread has just forked has the lock too, until it
    // runs its program.
    defer {
      flock(lock, LOCK_UN)
      close(lock)
    }
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

  /// Runs `change` where the session that `load` gives is still of the grant of `old`; whether.
  func changing(
    from old: Session, _ load: () throws(CloudError) -> Session?,
    _ change: () throws(CloudError) -> Void
  ) throws(CloudError) -> Bool {
    try locked("change") { () throws(CloudError) in
      guard let kept = try load(), kept.isSameGrant(as: old) else { return false }
      try change()
      return true
    }
  }

  // MARK: - Steps

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

  /// Whoever may change the folder may put a session of their own there.
  private func requirePrivateFolder() throws(CloudError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { return }
    let isOthers = status.st_uid != geteuid() && status.st_uid != 0
    let isOpen = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
    if isOthers || isOpen { throw .sessionFolderExposed(path: folder) }
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
