import Glibc

/// The files of this package, as they lie on the disk.
enum Tree {
  static let root: String = {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return here.dropLast(3).joined(separator: "/")
  }()

  /// All files under a folder of the package, by path from the root, sorted.
  static func files(under folder: String) -> [String] {
    guard let open = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(open) }
    var found: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") || name == "__pycache__" { continue }
      let path = "\(folder)/\(name)"
      if entry.pointee.d_type == UInt8(DT_DIR) {
        found += files(under: path)
      } else {
        found.append(path)
      }
    }
    return found.sorted()
  }

  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen("\(root)/\(path)", "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Every Swift file of the product and of the tests, read once.
  static let swift: [SwiftFile] = (files(under: "Sources") + files(under: "Tests"))
    .filter { $0.hasSuffix(".swift") }
    .map { SwiftFile(path: $0, bytes: bytes(of: $0)) }

  /// Those of the product.
  static let sources: [SwiftFile] = swift.filter { $0.path.hasPrefix("Sources/") }
}
