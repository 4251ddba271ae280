extension DotCommand {
  /// All commands, in the order of `.help`.
  static let all: [DotCommand] = [
    DotCommand(
      name: "help", arguments: "[PATTERN]",
      help: "list commands and functions; ?x explains, ??f shows source",
      takes: .lua(after: 0)
    ) {
      $0.showHelp(for: $1)
    },
    DotCommand(
      name: "mode", arguments: "[MODE]", help: "how results are written",
      choices: OutputMode.allCases.map(\.rawValue)
    ) { try $0.changeMode(to: $1) },
    DotCommand(
      name: "output", arguments: "[FILE | | COMMAND]",
      help: "send results to a file or a program; alone: here again", takes: .file
    ) { try $0.redirect(to: $1, isOnce: false) },
    DotCommand(
      name: "once", arguments: "FILE | | COMMAND", help: "the same for the next result",
      takes: .file
    ) { try $0.redirect(to: $1, isOnce: true) },
    DotCommand(
      name: "last", arguments: "[MODE]", help: "the last result again, uncut",
      choices: OutputMode.allCases.map(\.rawValue)
    ) { try $0.showLast(in: $1) },
    DotCommand(
      name: "pager", arguments: "[auto | off]",
      help: "whether what is longer than the window pages",
      choices: Pager.When.allCases.map(\.rawValue)
    ) { try $0.changePager(to: $1) },
    DotCommand(
      name: "timer", arguments: "[on | off]", help: "tell how long each input took",
      choices: ["on", "off"]
    ) { try $0.flip("timer", $1, &$0.isTimed) },
    DotCommand(
      name: "set", arguments: "[NAME [VALUE]]", help: "list or change settings of this session",
      choices: ["mode", "pager", "timer", "width"]
    ) { try $0.set($1) },
    DotCommand(
      name: "history", arguments: "[-n COUNT] [TEXT]",
      help: "the latest 20 entries, or COUNT; those with TEXT"
    ) { try $0.showHistory($1) },
    DotCommand(
      name: "rerun", arguments: "[NUMBER | TEXT]", help: "run an entry of the history once more"
    ) { try $0.rerun($1) },
    DotCommand(
      name: "edit", arguments: "[NUMBER | TEXT]", help: "open an entry in $EDITOR, and run it"
    ) { try $0.edit($1) },
    DotCommand(name: "load", arguments: "FILE", help: "run a file in this session", takes: .file) {
      try $0.load($1)
    },
    DotCommand(
      name: "replay", arguments: "FILE", help: "run a recording and compare", takes: .file
    ) { try $0.replay($1) },
    DotCommand(
      name: "watch", arguments: "SECONDS STATEMENT", help: "run it again and again, until Ctrl-C",
      takes: .lua(after: 1)
    ) { try $0.watch($1) },
    DotCommand(
      name: "profile", arguments: "[NAME]", help: "the profile that is open; open another"
    ) { try $0.switchProfile(to: $1) },
    DotCommand(
      name: "device", arguments: "[w.NAME]",
      help: "speak as a device of a world; alone: as yourself again", needs: "world",
      takes: .lua(after: 0)
    ) { try $0.switchDevice(to: $1) },
    DotCommand(
      name: "record", arguments: "FILE | stop", help: "write what runs from here as a recording",
      choices: ["stop"]
    ) { try $0.record($1) },
    DotCommand(
      name: "sync", arguments: "[now]", help: "how things stand with the cloud; send and fetch",
      needs: "sync", choices: ["now"]
    ) { try $0.sync($1) },
    DotCommand(
      name: "log", arguments: "[COUNT | FILE]",
      help: "the latest requests to the cloud; or a picture of them, as a page", needs: "sync"
    ) { try $0.log($1) },
    DotCommand(name: "account", arguments: "", help: "who is signed in, and where", needs: "auth") {
      try $0.showAccount(taking: $1)
    },
    DotCommand(name: "sql", arguments: "STATEMENT", help: "ask the database", needs: "sql") {
      guard !$1.isEmpty else {
        throw ConsoleError.command(
          ".sql needs a statement", hint: ".sql SELECT count(*) FROM user_notes")
      }
      try $0.runForCommand("sql(\(LuaText.quoted($1)))", taking: "", of: "sql")
    },
    DotCommand(name: "wtf", arguments: "", help: "all that is known about the last error") {
      conversation, _ in conversation.explainLastError()
    },
    DotCommand(name: "license", arguments: "", help: "what you may do with this program") {
      conversation, _ in conversation.output.write(License.text)
    },
    DotCommand(name: "exit", arguments: "", help: "leave; so does Ctrl-D") { conversation, _ in
      conversation.leave()
    },
  ]
}
