import Glibc

/// A file that is written where none was: nothing of a person's is overwritten.
package enum NewFile {
  /// A file that is being written.
  struct Sink {
    fileprivate let file: Int32
    fileprivate let argument: String

    /// Writes all of the bytes behind what was written before.
    func put(_ bytes: [UInt8]) throws(APIError) {
      var place = 0
      while place < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.write(file, $0.baseAddress.map { $0 + place }, bytes.count - place)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw NewFile.unwritten(argument) }
        place += count
      }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try write(to: path) { try $0.put(bytes) }
  }

  /// What `body` puts into it, whole and on the disk; after an error there is no file.
  ///
  /// - Parameters:
  ///   - argument: what the caller gave the path as.
  ///   - isSettled: false where the caller puts it on the disk with others.
  static func write(
    to path: String, argument: String = "path", isSettled: Bool = true,
    _ body: (Sink) throws -> Void
  ) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritten(argument) }
    do {
      try body(Sink(file: file, argument: argument))
      guard !isSettled || fsync(file) == 0 else { throw unwritten(argument) }
    } catch {
      close(file)
      unlink(path)
      throw error
    }
    guard close(file) == 0 else { throw unwritten(argument) }
  }

  /// Writes a file anew that was made by us: one that begins so. Any other stays as it is.
  ///
  /// Errors: `badValue` for one that something else has written, or a place that takes no file.
  package static func replace(
    _ path: String, beginning: String, with bytes: [UInt8]
  ) throws {
    guard access(path, F_OK) == 0 else { return try write(bytes, to: path) }
    guard begins(path, with: Array(beginning.utf8)) else {
      throw APIError.badValue(
        argument: "path", problem: "is a file that something else has written",
        hint: "name another, or remove it first")
    }
    let other = "\(path).part"
    unlink(other)
    try write(bytes, to: other)
    guard rename(other, path) == 0 else {
      let error = unwritten()
      unlink(other)
      throw error
    }
  }

  private static func begins(_ path: String, with start: [UInt8]) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var found = [UInt8](repeating: 0, count: start.count)
    return read(file, &found, found.count) == start.count && found == start
  }

  static func unwritten(_ argument: String = "path") -> APIError {
    .badValue(
      argument: argument, problem: "cannot be written: \(String(cString: strerror(errno)))",
      hint: "name a new file in a folder of yours")
  }
}
