import LuaRuntime
import Vocabulary

/// What the dot commands do.
extension Conversation {
  /// How many entries `.history` shows. Unit: entries.
  private static let historyShown = 20

  /// What other programs call leaving.
  static let leavingWords: Set<String> = ["bye", "exit", "q", "quit"]
  static let leavingHint = ".exit leaves; so does Ctrl-D"

  /// The commands that make sense in the session at hand.
  var commands: [DotCommand] {
    DotCommand.all.filter { command in
      command.needs.map { !evaluator.value(ofName: $0).isNil } ?? true
    }
  }

  func runCommand(_ text: String) throws {
    let (name, rest) = DotCommand.split(text)
    guard let command = commands.first(where: { $0.name == name }) else {
      let hint =
        Self.leavingWords.contains(name)
        ? Self.leavingHint
        : Nearest.hint(for: "." + name, among: commands.map { "." + $0.name })
      throw ConsoleError.command("there is no command '.\(name)'", hint: hint ?? ".help lists them")
    }
    try command.run(self, rest)
  }

  /// A function, module or class is explained whole; any other pattern lists what has it.
  func showHelp(for pattern: String) {
    let name = String(pattern.drop { "\"'.".contains($0) }.prefix { !"\"'({".contains($0) })
    if !name.isEmpty, let text = evaluator.session.help(on: name) {
      output.write(text + "\n")
      return
    }
    let found = commands.filter { command in
      name.isEmpty || [command.name, command.help].contains { $0.range(ofFirst: name) != nil }
    }
    let rows = found.map { ("." + $0.name + " " + $0.arguments, $0.help) }
    let width = rows.map(\.0.count).max() ?? 0
    var lines = rows.map { name, text in
      name + String(repeating: " ", count: width + 2 - name.count) + text
    }
    let functions = evaluator.session.functions
    if !name.isEmpty {
      lines += functions.filter { $0.name.range(ofFirst: name) != nil }.map(\.summary)
    }
    if lines.isEmpty {
      lines = ["nothing is called '\(pattern)'"]
      let names = functions.map(\.name) + Set(functions.map(\.owner)).filter { !$0.isEmpty }
      if let hint = Nearest.hint(for: name, among: names) { lines.append("  hint: " + hint) }
    }
    if pattern.isEmpty {
      lines += ["", "help() lists the functions; .help notes.add explains one."]
    }
    output.write(lines.joined(separator: "\n") + "\n")
  }

  /// `.history -n 50 grace`: how many are shown, and what they hold.
  func showHistory(_ words: String) throws {
    var (pattern, limit) = (words, Self.historyShown)
    if words == "-n" || words.hasPrefix("-n ") {
      let parts = words.dropFirst(2).split(separator: " ", maxSplits: 1)
      guard let count = parts.first.flatMap({ Int($0) }), count > 0 else {
        throw ConsoleError.command(
          ".history -n needs a count, 1 or more", hint: ".history -n 50 grace")
      }
      limit = count
      pattern = parts.count > 1 ? String(parts[1]) : ""
    }
    for (number, entry) in history.found(pattern, limit: limit) {
      let time = entry.enteredAt.map { $0.text.prefix(16) + "  " } ?? ""
      let start =
        String(repeating: " ", count: max(0, 5 - "\(number)".count)) + "\(number)  \(time)"
      let lines = Escaping.visible(entry.text, isOneLine: false)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let indent = "\n" + String(repeating: " ", count: start.count)
      output.write(start + lines.joined(separator: indent) + "\n")
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
    guard let (error, ran) = lastFailure else {
      output.write("no error yet\n")
      return
    }
    var lines = [
      evaluator.text(of: error, after: ran, by: reporter),
      "  kind: \(error.kind.rawValue), code: \(error.code)",
    ]
    if let failure = error as? LuaFailure { lines += evaluator.callLines(of: failure, after: ran) }
    output.write(lines.joined(separator: "\n") + "\n")
  }
}
