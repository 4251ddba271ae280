import ChangeQueue
import Console
import Glibc
import Library
import Schema
import Store
import Vocabulary

/// `lectern backup` and `lectern restore`: one line of JSON each, as `lectern sync` prints.
extension LecternWorkplace {
  func backUp(to path: String) throws -> ExitStatus {
    let paths = try existingPaths()
    try Self.refuseAppFile(paths.database)
    let line = ProgressLine(options, MachineSurroundings())
    defer { line?.end() }
    let contents = try LibraryCopy.make(
      of: paths.database, at: path, try Catalog.lectern(),
      telling: Self.tell("Backing up", on: line))
    line?.end()
    print(JSONValue.object(Self.line(contents, file: path)).text)
    return .success
  }

  func restore(from path: String) throws -> ExitStatus {
    guard access(path, F_OK) == 0 else { throw LecternError.noBackup(path: path) }
    let paths = try ProfilePaths(options, folders)
    try Self.refuseAppFile(path)
    guard !Self.areOne(path, paths.database) else {
      throw LecternError.noPlace(
        path: path, problem: "is the library itself", hint: "name a backup of it")
    }
    let bar = ProgressLine(options, MachineSurroundings())
    defer { bar?.end() }
    let restored = try RestoredLibrary(
      from: path, at: paths.database, try Catalog.lectern(),
      telling: Self.tell("Restoring", on: bar)
    ) { old, new in
      if let owner = old?.owner, let other = new.owner, owner != other {
        throw LecternError.othersBackup(path: path)
      }
    }
    bar?.end()
    var line = Self.line(restored.contents, file: path)
    if let kept = restored.kept {
      line["kept"] = .string(kept)
      if let unsent = restored.keptContents?.unsent {
        line["kept_unsent"] = .integer(Int64(unsent))
      }
      if !options.isQuiet { tell(Self.notice(kept, restored.keptContents)) }
    }
    print(JSONValue.object(line).text)
    return .success
  }

  private static func tell(
    _ verb: String, on line: ProgressLine?
  ) -> ((Int, Int) -> Void)? {
    line.map { line in { line.show(ProgressText(verb: verb, done: $0, total: $1)) } }
  }

  /// What the app wrote becomes a library when it is opened, with a backup beside it.
  private static func refuseAppFile(_ path: String) throws {
    guard let file = try AppFile.at(path, isReadOnly: true) else { return }
    throw StoreError.needsUpgrade(path: path, found: "the app's file, version \(file.version)")
  }

  private func existingPaths() throws -> ProfilePaths {
    var reading = options
    reading.isReadOnly = true
    let paths = try ProfilePaths(reading, folders)
    guard access(paths.database, F_OK) == 0 else {
      throw LecternError.noBackup(path: paths.database)
    }
    return paths
  }

  private static func line(_ contents: LibraryContents, file: String) -> JSONObject {
    JSONObject([
      ("file", .string(file)),
      ("rows", .object(JSONObject(contents.rows.map { ($0.table, .integer(Int64($0.count))) }))),
      ("unsent", .integer(Int64(contents.unsent))),
    ])
  }

  private static func notice(_ kept: String, _ contents: LibraryContents?) -> String {
    let held =
      switch contents?.unsent {
      case nil: "what was there could not be read"
      case 0?: "what was there"
      case 1?: "what was there, with 1 edit that no cloud has,"
      case let unsent?: "what was there, with \(unsent) edits that no cloud has,"
      }
    return "\(held)\(contents == nil ? "; it" : "") is kept in \(kept)"
  }

  private static func areOne(_ path: String, _ other: String) -> Bool {
    var one = stat()
    var two = stat()
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }
}
