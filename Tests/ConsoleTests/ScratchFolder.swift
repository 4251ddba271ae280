import Glibc
import Testing

/// A folder of a test's own, removed with it.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/lectern-test-XXXXXX".utf8CString)
    path = try template.withUnsafeMutableBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      let made = try #require(mkdtemp(start))
      return String(cString: made)
    }
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
