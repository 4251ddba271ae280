/// lectern(1): the command line and the commands of the prompt.
enum CommandPage {
  static var text: String {
    Mdoc.page(
      "lectern", 1,
      [
        name, synopsis, description, options, prompt,
        lines(CommandProse.environment, "ENVIRONMENT"),
        lines(CommandProse.files, "FILES"), statuses, lines(CommandProse.examples, "EXAMPLES"),
        seeAlso,
      ])
  }

  private static let name = [
    ".Sh NAME", ".Nm lectern", ".Nd a library of Bible study notes with a Lua prompt and sync",
  ]

  private static var synopsis: [String] {
    let start = ".Op Ar option ..."
    let forms = [
      [start], [start, ".Op Fl i", ".Ar file", ".Op Ar argument ..."],
      [start, ".Op Fl i", ".Fl e Ar chunk", ".Op Ar argument ..."],
    ]
    let commands = CommandTable.rows.map { row in
      [".Cm \(row.name)", start] + operand(of: row)
    }
    return [".Sh SYNOPSIS"] + (forms + commands).flatMap { [".Nm"] + $0 }
  }

  private static func operand(of row: CommandRow) -> [String] {
    if row.arguments.isEmpty { return [] }
    if case .words(let words) = row.operand { return [".Cm " + words.joined(separator: " | ")] }
    return [".Ar " + row.arguments.lowercased().replacing("…", with: " ...")]
  }

  private static var description: [String] {
    var all =
      [".Sh DESCRIPTION"] + CommandProse.introduction.split(separator: "\n").map(String.init)
    all.append(".Bl -tag -width Ds")
    for row in CommandTable.rows {
      let operand = operand(of: row).joined().dropFirst()
      all.append(".It Cm \(row.name)" + (operand.isEmpty ? "" : " " + operand))
      all += words(CommandWords.commands[row.name], or: row.help)
    }
    return all + [".El"]
  }

  private static var options: [String] {
    var all = [".Sh OPTIONS", ".Bl -tag -width Ds", ".It Fl e Ar chunk", "Run", ".Ar chunk"]
    all.append("and print the value of an expression.")
    for row in OptionTable.rows {
      let names = row.names.map { name in
        "Fl \(name.dropFirst())" + (row.value.map { " Ar \($0)" } ?? "")
      }
      all.append(".It " + names.joined(separator: " , "))
      if let command = row.owner.command { all += ["With", ".Cm \(command) :"] }
      let longest = row.names.max { $0.count < $1.count } ?? ""
      all += longest == "--output" ? modes : words(CommandWords.options[longest], or: row.help)
    }
    all += [".It Fl -help , Fl h", "Print a summary.", ".It Fl -version", "Print the version."]
    return all + [".El"]
  }

  private static var modes: [String] {
    let names = OutputMode.allCases.map(\.rawValue)
    return ["Write results as"] + names.dropLast(2).map { ".Ql \($0) ," }
      + [".Ql \(names[names.count - 2])", "or", ".Ql \(names[names.count - 1]) ."]
  }

  /// The commands that begin with a dot.
  private static var prompt: [String] {
    var all = [
      ".Sh COMMANDS OF THE PROMPT", "They begin with a dot in the first column.",
      ".Bl -tag -width Ds",
    ]
    for command in DotCommand.all {
      all.append(".It Ic \(Mdoc.argument("." + command.name + " " + command.arguments))")
      all += Mdoc.sentences(sentence(command.help))
    }
    return all + [".El"]
  }

  private static var statuses: [String] {
    var all = [".Sh EXIT STATUS", ".Bl -tag -width Ds -compact"]
    for status in ExitStatus.allCases {
      all.append(".It \(status.rawValue)")
      all += words(CommandProse.statuses[status.rawValue], or: "\(status)")
    }
    return all + [".El", ".Pp", "An interrupt or a closed pipe ends it by that signal."]
  }

  private static let seeAlso = [
    ".Sh SEE ALSO", ".Xr lua 1 ,", ".Xr sqlite3 1 ,", ".Xr lectern-lua 3 ,", ".Xr readline 3 ,",
    ".Xr lectern-script 5 ,", ".Xr lectern-sync 7",
  ]

  private static func lines(_ text: String, _ title: String) -> [String] {
    [".Sh \(title)"] + text.split(separator: "\n").map(String.init)
  }

  private static func words(_ text: String?, or help: String) -> [String] {
    text.map { $0.split(separator: "\n").map(String.init) } ?? Mdoc.sentences(sentence(help))
  }

  private static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
  }
}
