import Glibc
import LuaAPI

/// Writes what is made from the program's own tables: manual pages and types for editors.
struct Paperwork {
  private let workplace: any Workplace

  init(_ workplace: any Workplace) { self.workplace = workplace }

  func writeEditorTypes(to folder: String) throws -> ExitStatus {
    try write(EditorTypes(try workplace.registry()).files, to: folder)
  }

  func writeManuals(to folder: String) throws -> ExitStatus {
    try write(Manuals(try workplace.registry()).pages, to: folder)
  }

  /// Files of those names are written over: they are ours, and say so. Others stay.
  private func write(
    _ files: [(name: String, text: String)], to folder: String
  ) throws(ConsoleError) -> ExitStatus {
    if mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw .unwritten(path: folder, reason: systemReason())
    }
    for file in files {
      let path = folder + "/" + file.name
      try requireOwn(path, like: file.text)
      try FileBytes.replace(path, with: Array(file.text.utf8))
    }
    return .success
  }

  /// What is there already must begin as ours does.
  private func requireOwn(_ path: String, like text: String) throws(ConsoleError) {
    guard access(path, F_OK) == 0 else { return }
    let there = try FileBytes.read(path)
    let start = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    guard !there.isEmpty, !there.starts(with: start) else { return }
    throw .unwritten(path: path, reason: "something else has written it; name another folder")
  }
}
