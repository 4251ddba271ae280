import Glibc
import LuaAPI

/// The test files that a command line names, in their order; those of folders sorted by name.
struct TestFiles {
  /// A file, and the line of the cases that are asked for.
  struct Named: Equatable {
    let path: String
    var line: Int?
  }

  /// Where tests are looked for when nothing is named.
  static let folders = ["tests", "test", "spec"]

  /// Errors: `noInput` for what is not there.
  static func named(_ words: [String]) throws(ConsoleError) -> [Named] {
    var words = words
    if words.isEmpty {
      guard let folder = folders.first(where: FolderNames.isFolder) else {
        throw .command(
          "there is no folder of tests here",
          hint: "write lectern test FILE, or put files into a folder 'tests'")
      }
      words = [folder]
    }
    var files: [Named] = []
    for word in words { files += try found(word) }
    return files
  }

  private static func found(_ word: String) throws(ConsoleError) -> [Named] {
    if access(word, F_OK) != 0, let colon = word.lastIndex(of: ":"),
      let line = Int(word[word.index(after: colon)...]), line > 0
    {
      let path = String(word[..<colon])
      guard access(path, F_OK) == 0 else { throw missing(path) }
      return [Named(path: path, line: line)]
    }
    guard access(word, F_OK) == 0 else { throw missing(word) }
    guard FolderNames.isFolder(word) else { return [Named(path: word)] }
    return scripts(in: word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word)
  }

  private static func missing(_ path: String) -> ConsoleError {
    .noInput(path: path, reason: String(cString: strerror(ENOENT)))
  }

  /// A link to a folder is not followed: it may lead in a circle.
  private static func scripts(in folder: String) -> [Named] {
    let names = FolderNames.names(in: folder).filter { !$0.hasPrefix(".") }
    return names.flatMap { name -> [Named] in
      let path = folder == "/" ? "/" + name : folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { return [] }
      if status.st_mode & S_IFMT == S_IFDIR { return scripts(in: path) }
      return name.hasSuffix(".lua") ? [Named(path: path)] : []
    }
  }
}
