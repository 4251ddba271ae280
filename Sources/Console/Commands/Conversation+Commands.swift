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

  func showHelp(for pattern: String) {
    let found = commands.filter { command in
      pattern.isEmpty
        || [command.name, command.help].contains { $0.range(ofFirst: pattern) != nil }
    }
    let lines = found.map { command -> String in
      let start = "." + command.name + " " + command.arguments
      return start + String(repeating: " ", count: max(2, 22 - start.count)) + command.help
    }
    let functions = evaluator.session.functions.filter { function in
      !pattern.isEmpty && function.name.range(ofFirst: pattern) != nil
    }
    let all = lines + functions.map(\.summary)
    output.write(
      all.isEmpty ? "nothing is called '\(pattern)'\n" : all.joined(separator: "\n") + "\n")
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
