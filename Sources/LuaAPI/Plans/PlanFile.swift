import Glibc
import Library
import LuaRuntime
import Vocabulary

/// A plan in a file, in the form that `PlanText` reads.
enum PlanFile {
  /// Errors: `APIError` where the file cannot be read, `LibraryError` where it is no plan.
  static func draft(_ path: String) throws -> PlanDraft {
    let bytes = try read(path)
    return try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(LibraryError) in try PlanText.draft(buffer) }
    }.get()
  }

  /// All bytes of the file, but no more than a text may have, and one.
  private static func read(_ path: String) throws(APIError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unread() }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Limits.textBytes {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unread() }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func unread() -> APIError {
    .badValue(
      argument: "path", problem: "cannot be read: \(String(cString: strerror(errno)))",
      hint: "check the name of the file")
  }
}
