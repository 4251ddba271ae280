import CloudSchema
import Console
import Glibc

/// A folder that a person keeps: files are put into it, and none is lost.
struct ProjectFolder {
  let path: String

  /// Writes what is missing and prints its path; what is there and differs only where forced.
  ///
  /// Errors: `LecternError.filesDiffer` once all else is written: new migrations reach a folder
  /// whose settings were edited. Repeating is safe.
  func write(_ files: [SupabaseProject.File], isForced: Bool) throws {
    var differing: [String] = []
    for file in files {
      let place = path + (path.hasSuffix("/") ? "" : "/") + file.path
      let bytes = Array(file.text.utf8)
      let old = access(place, F_OK) == 0 ? try FileBytes.read(place) : nil
      if old == bytes { continue }
      if old != nil && !isForced {
        differing.append(place)
        continue
      }
      let folder = place[..<(place.lastIndex(of: "/") ?? place.endIndex)]
      try FileBytes.makeFolder(String(folder), isPrivate: false)
      try FileBytes.replace(place, with: bytes)
      print(place)
    }
    if !differing.isEmpty { throw LecternError.filesDiffer(paths: differing) }
  }
}
