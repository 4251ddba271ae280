import Glibc
import Testing

/// A new folder for sessions, removed with all that is in it.
final class SessionFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/lectern-session-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func mode(_ path: String) -> mode_t {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    return status.st_mode & 0o777
  }

  static func write(_ text: String, to path: String, mode: mode_t = 0o600) {
    unlink(path)
    let file = open(path, O_CREAT | O_WRONLY, mode)
    _ = Glibc.write(file, text, text.utf8.count)
    fchmod(file, mode)
    close(file)
  }

  /// Nothing where there is no such file.
  static func text(of path: String) -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Whether any file in it, or further in, holds a text.
  static func holds(_ text: String, in folder: String) -> Bool {
    files(in: folder).contains { name in
      let path = "\(folder)/\(name)"
      return Self.text(of: path).contains(text) || holds(text, in: path)
    }
  }

  /// What a fork makes: a further descriptor of each that this process has open of a file.
  static func copiesOfOpen(_ path: String) -> [Int32] {
    files(in: "/proc/self/fd").compactMap { name in
      var target = [UInt8](repeating: 0, count: 4096)
      let count = target.withUnsafeMutableBytes {
        readlink("/proc/self/fd/\(name)", $0.baseAddress!, $0.count)
      }
      let file = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
      guard file == path else { return nil }
      return Int32(name).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
    }
  }

  private static func remove(_ folder: String) {
    for name in files(in: folder) {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}
