extension DotCommand {
  /// All commands, in the order of `.help`.
  static let all: [DotCommand] = [
    DotCommand(name: "help", arguments: "[PATTERN]", help: "list commands and functions") {
      $0.showHelp(for: $1)
    },
    DotCommand(
      name: "mode", arguments: "[MODE]", help: "how results are written",
      choices: OutputMode.allCases.map(\.rawValue)
    ) { try $0.changeMode(to: $1) },
    DotCommand(name: "history", arguments: "[TEXT]", help: "the latest entries, or those with TEXT")
    {
      $0.showHistory(of: $1)
    },
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
