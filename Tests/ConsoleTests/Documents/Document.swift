import Glibc

@testable import Console

/// A file that people read, at the top of the package.
struct Document {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  let path: String
  let lines: [String]

  init(_ name: String) throws {
    path = "\(Self.root)/\(name)"
    lines = String(decoding: try FileBytes.read(path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The scripts that are shipped.
  static let scripts = names(in: "examples").filter { $0.hasSuffix(".lua") }

  /// The names of a folder's files.
  static func names(in folder: String) -> [String] {
    guard let open = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(open) }
    var names: [String] = []
    while let entry = readdir(open) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// What stands between the first line that is `start` and the next that is `end`.
  func lines(from start: String, to end: String) -> [String] {
    Array(lines.drop { $0 != start }.dropFirst().prefix { $0 != end })
  }
}
