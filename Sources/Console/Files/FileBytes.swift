import Glibc

/// Reads and writes whole files; every failure names the file and the system's reason.
package enum FileBytes {
  /// All bytes of a file, or of stdin for `-`.
  package static func read(_ path: String) throws(ConsoleError) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, named: "stdin") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noInput(path: path, reason: systemReason()) }
    defer { close(descriptor) }
    return try read(descriptor, named: path)
  }

  /// Puts `bytes` in place of the file at `path`: all of them, or the old file stays.
  package static func replace(
    _ path: String, with bytes: [UInt8], isPrivate: Bool = false
  ) throws(ConsoleError) {
    let draft = path + ".new"
    let descriptor = open(
      draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw .unwritten(path: path, reason: systemReason()) }
    var isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
    isWritten = close(descriptor) == 0 && isWritten
    guard isWritten, rename(draft, path) == 0 else {
      let reason = systemReason()
      unlink(draft)
      throw .unwritten(path: path, reason: reason)
    }
  }

  /// Makes a folder, and those above it. Only its owner may look into a private one.
  package static func makeFolder(
    _ path: String, isPrivate: Bool = true
  ) throws(ConsoleError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      if mkdir(made, isPrivate ? 0o700 : 0o777) != 0 && errno != EEXIST {
        throw .unwritten(path: path, reason: systemReason())
      }
    }
  }

  /// False if the system took fewer bytes than there are; errno says why.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return false }
      sent += count
    }
    return true
  }

  static func read(_ descriptor: Int32, named path: String) throws(ConsoleError) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .noInput(path: path, reason: systemReason()) }
      guard count > 0 else { return all }
      all += chunk[..<count]
    }
  }
}

/// What the system says about the call that just failed.
func systemReason() -> String { String(cString: strerror(errno)) }
