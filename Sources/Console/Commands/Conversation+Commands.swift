import LuaRuntime
import Vocabulary

/// What the dot commands do.
extension Conversation {
  /// How many entries `.history` shows. Unit: entries.
  private static let historyShown = 20

  /// The commands that make sense in the session at hand.
  var commands: [DotCommand] {
    DotCommand.all.filter { command in
      command.needs.map { !evaluator.value(ofName: $0).isNil } ?? true
    }
  }

  func runCommand(_ text: String) throws {
    let (name, rest) = DotCommand.split(text)
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint = Nearest.hint(for: "." + name, among: commands.map { "." + $0.name })
      throw ConsoleError.command("there is no command '.\(name)'", hint: hint ?? ".help lists them")
    }
    try command.run(self, rest)
  }

  /// A function, module or class is explained whole; any other pattern lists what has it.
  func showHelp(for pattern: String) {
    if !pattern.isEmpty, let text = evaluator.session.help(on: pattern) {
      output.write(text + "\n")
      return
    }
    let found = commands.filter { command in
      pattern.isEmpty
        || [command.name, command.help].contains { $0.range(ofFirst: pattern) != nil }
    }
    var rows = found.map { ("." + $0.name + " " + $0.arguments, $0.help) }
    rows += evaluator.session.functions.filter { function in
      !pattern.isEmpty && function.name.range(ofFirst: pattern) != nil
    }.map { ($0.name, $0.summary) }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { name, text in
      name + String(repeating: " ", count: width + 2 - name.count) + text
    }
    var text = lines.isEmpty ? "nothing is called '\(pattern)'" : lines.joined(separator: "\n")
    if pattern.isEmpty { text += "\n\nhelp() lists the functions; .help notes.add explains one." }
    output.write(text + "\n")
  }

  func changeMode(to name: String) throws {
    guard !name.isEmpty else {
      output.write(output.renderer.mode.rawValue + "\n")
      return
    }
    output.renderer.mode = try OutputMode(named: name)
  }

  func showHistory(of pattern: String) {
    for entry in history.found(pattern, limit: Self.historyShown) {
      let time = entry.enteredAt.map { $0.text.prefix(16) + "  " } ?? ""
      let lines = Escaping.visible(entry.text, isOneLine: false)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let indent = "\n" + String(repeating: " ", count: time.count)
      output.write(time + lines.joined(separator: indent) + "\n")
    }
  }

  func record(_ argument: String) throws {
    switch argument {
    case "":
      throw ConsoleError.command(".record needs a file", hint: ".record flow.lua, .record stop")
    case "stop":
      guard recorder != nil else {
        throw ConsoleError.command("nothing is being recorded", hint: "begin with .record FILE")
      }
      stopRecording()
    default: try startRecording(at: argument)
    }
  }

  func explainLastError() {
    guard let (error, source) = lastFailure else {
      output.write("no error yet\n")
      return
    }
    let text = reporter.text(
      of: error, source: (sourceName: Evaluator.inputName, text: source),
      hint: evaluator.hint(for: error, in: source))
    var lines = [text, "  kind: \(error.kind.rawValue), code: \(error.code)"]
    if let failure = error as? LuaFailure {
      lines += failure.traceback.map { "  from " + Escaping.visible($0, isOneLine: true) }
    }
    output.write(lines.joined(separator: "\n") + "\n")
  }
}
