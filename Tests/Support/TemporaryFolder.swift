import Glibc

/// A folder that goes with the test that made it.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/lectern-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FolderFault(number: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { removeTree(path) }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  private func removeTree(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { removeTree("\(path)/\(name)") }
      }
      closedir(folder)
    }
    remove(path)
  }
}

package struct FolderFault: Error { package let number: Int32 }
