import LuaRuntime
import Vocabulary

/// Commands that run something: files, earlier inputs, recordings, again and again.
extension Conversation {
  /// Runs a file in this session; its globals stay.
  func load(_ path: String) throws {
    try require(path, of: "load", "FILE")
    try requireNoRecording("load", "what is typed is recorded, a file is not")
    let script = try Script(path: path, arguments: [])
    do { _ = try evaluator.run(script) } catch {
      showError(error, of: script.text, name: script.name)
    }
  }

  func replay(_ path: String) throws {
    try require(path, of: "replay", "FILE")
    let replay = Replay(
      workplace: workplace, output: output, reporter: reporter, isAccepting: false)
    if replay.run([path]) == .status(.success) { output.write("\(path): the same\n") }
  }

  /// Runs an entry of the history once more: the last, one by its number, or the newest that begins
  /// with, or else holds, a text.
  func rerun(_ which: String) throws {
    let entry = try found(which, for: "rerun")
    output.notice(Escaping.visible(entry.text, isOneLine: false))
    take(LineEntry(text: entry.text, isTyped: true))
  }

  /// Opens an entry in the person's editor, and runs what comes back.
  func edit(_ which: String) throws {
    let text = history.entries.count <= 1 && which.isEmpty ? "" : try found(which, for: "edit").text
    guard let edited = try OwnEditor.edit(text) else {
      throw ConsoleError.command("the editor failed; nothing was run", hint: "set $EDITOR")
    }
    let trimmed = Self.withoutLastNewlines(edited)
    guard trimmed != text, !trimmed.allSatisfy(\.isWhitespace) else {
      return output.notice("nothing changed, nothing run")
    }
    output.notice(Escaping.visible(trimmed, isOneLine: false))
    take(LineEntry(text: trimmed, isTyped: true))
  }

  /// Runs a statement every so many seconds, until Ctrl-C.
  func watch(_ words: String) throws {
    let parts = words.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seconds = Double(parts[0]), seconds > 0, seconds <= 86_400 else {
      throw ConsoleError.command(
        ".watch needs seconds and a statement", hint: ".watch 5 #queue")
    }
    let presses = ControlC.presses
    while ControlC.presses == presses {
      output.write("\(history.now().text), every \(parts[0]) s\n")
      try runInput(String(parts[1]))
      output.flush()
      _ = MachineSurroundings().wait(.seconds(seconds))
    }
    output.complain("")
  }

  /// The entry that a number or a text names, the command itself left out.
  private func found(_ which: String, for command: String) throws -> HistoryEntry {
    if !which.isEmpty { history.loadAll() }
    let entries = history.entries.filter { !$0.text.hasPrefix(".\(command)") }
    let found: HistoryEntry?
    if which.isEmpty {
      found = entries.last
    } else if let number = Int(which) {
      found = history.entry(numbered: number)
      if found?.text.hasPrefix(".\(command)") == true {
        throw ConsoleError.command("entry \(number) is a .\(command) itself", hint: nil)
      }
    } else {
      found =
        entries.last { $0.text.hasPrefix(which) }
        ?? entries.last { $0.text.range(ofFirst: which) != nil }
    }
    guard let found else {
      throw ConsoleError.command(
        which.isEmpty ? "nothing was entered yet" : "the history has no '\(which)'",
        hint: ".history lists entries with their numbers")
    }
    return found
  }

  func require(_ word: String, of command: String, _ what: String) throws(ConsoleError) {
    guard word.isEmpty else { return }
    throw .command(".\(command) needs a \(what.lowercased())", hint: ".\(command) \(what)")
  }

  func requireNoRecording(_ command: String, _ why: String) throws(ConsoleError) {
    guard recorder != nil else { return }
    throw .command(".\(command) does not work in a recording: \(why)", hint: "end it: .record stop")
  }
}
