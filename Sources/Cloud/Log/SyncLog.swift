import Glibc

/// The log of syncs on disk: `sync.log`, a line a request, the newest last, mode 0600.
///
/// Several processes may write at once. It holds no contents, no addresses of people and no tokens.
/// It is at most twice `sizeLimit`: what is older than the file before, `sync.log.1`, is gone.
package struct SyncLog: Sendable {
  private let path: String
  /// The profile whose requests are noted.
  private let profile: String

  /// `path` need not exist; its folder must.
  package init(path: String, profile: String) {
    self.path = path
    self.profile = profile
  }

  /// Adds a line. A disk that takes none stops no sync: whoever looks finds the last line old.
  func add(_ line: LogLine) {
    var line = line
    line.profile = profile
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    // One write, so that lines of two processes do not mix.
    let bytes = Array(line.text.utf8)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    var status = stat()
    if fstat(file, &status) == 0, status.st_size > Self.sizeLimit { rename(path, path + ".1") }
  }

  /// The profile's latest lines, the oldest first.
  package func latest(_ count: Int) -> [LogLine] {
    var lines = lines(in: path)
    if lines.count < count { lines = self.lines(in: path + ".1") + lines }
    return Array(lines.suffix(count))
  }

  private func lines(in path: String) -> [LogLine] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= 2 * Self.sizeLimit {
      let count = read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += piece[..<count]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { LogLine($0) }
      .filter { $0.profile == profile }
  }

  /// Unit: bytes.
  private static let sizeLimit = 1 << 20
}
