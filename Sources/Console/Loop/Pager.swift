import Glibc

/// Shows what is longer than the window with the person's pager.
///
/// Ctrl-C and `q` are the pager's while it runs; the session and the terminal are as they were
/// afterwards.
struct Pager {
  enum When: String, CaseIterable {
    case auto, off
  }

  /// The command of the shell; nil where nothing is to be used.
  private static var command: String? {
    if let named = variable("PAGER") { return named.isEmpty || named == "cat" ? nil : named }
    return access("/usr/bin/less", X_OK) == 0 ? "less -FRX" : nil
  }

  /// Shows the text if it has more lines than the window; false where it is to be written as usual.
  static func show(_ text: String, rows: Int) -> Bool {
    guard rows > 0, text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= rows,
      let command, let draft = Draft(text, suffix: "")
    else { return false }
    // `system` leaves Ctrl-C to the pager.
    return system("\(command) < '\(draft.path)'") == 0
  }
}

/// A text in a file of its own for another program, gone with it.
final class Draft {
  let path: String

  /// Nil where no file can be made.
  init?(_ text: String, suffix: String) {
    let folder = variable("TMPDIR").flatMap { $0.contains("'") ? nil : $0 } ?? "/tmp"
    let chosen = String(repeating: "X", count: 6)
    var template = Array("\(folder)/lectern-\(chosen)\(suffix)".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer {
      $0.baseAddress.map { mkstemps($0, Int32(suffix.utf8.count)) } ?? -1
    }
    guard descriptor >= 0 else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isWritten = FileBytes.write(Array(text.utf8), to: descriptor)
    close(descriptor)
    if !isWritten { return nil }
  }

  deinit { unlink(path) }
}

/// The person's own editor.
enum OwnEditor {
  /// What a person made of a text; nil where the editor failed or there is none.
  static func edit(_ text: String) throws(ConsoleError) -> String? {
    let named = [variable("VISUAL"), variable("EDITOR")].compactMap(\.self).first { !$0.isEmpty }
    guard let draft = Draft(text + "\n", suffix: ".lua") else {
      throw .unwritten(path: "a draft", reason: systemReason())
    }
    guard system("\(named ?? "vi") '\(draft.path)'") == 0 else { return nil }
    let bytes = try FileBytes.read(draft.path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notText(path: draft.path)
    }
    return text
  }
}
