import Glibc

/// A folder that is made where nothing was, with files in it.
final class NewFolder {
  private let path: String
  private var folders: Set<String> = []
  private var files: [String] = []

  private init(_ path: String) { self.path = path }

  /// What `body` puts into it; after an error there is nothing.
  static func write(to path: String, _ body: (NewFolder) throws -> Void) throws {
    guard mkdir(path, 0o700) == 0 else { throw NewFile.unwritten() }
    let folder = NewFolder(path)
    do {
      try body(folder)
      // Each by itself would take some milliseconds.
      sync()
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Writes one file; `name` may begin with a folder in this one.
  func put(_ name: String, _ bytes: [UInt8]) throws {
    if let slash = name.firstIndex(of: "/") {
      let folder = String(name[..<slash])
      if folders.insert(folder).inserted {
        guard mkdir("\(path)/\(folder)", 0o700) == 0 else { throw NewFile.unwritten() }
      }
    }
    files.append(name)
    try NewFile.write(to: "\(path)/\(name)", isSettled: false) { try $0.put(bytes) }
  }

  private func remove() {
    for file in files { unlink("\(path)/\(file)") }
    for folder in folders { rmdir("\(path)/\(folder)") }
    rmdir(path)
  }
}
