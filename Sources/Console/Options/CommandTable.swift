/// One command of the command line. Parsing, `--help`, "did you mean", completion and the manual
/// all come from its table.
struct CommandRow: Sendable {
  /// What may follow it.
  enum Operand: Sendable {
    case none, file, files, folder
    /// One of these words.
    case words([String])
  }

  let name: String
  /// The words after it, as the usage text has them.
  let arguments: String
  let operand: Operand
  /// A clause for the usage text.
  let help: String
  /// The task before its operands are known.
  let task: Options.Task

  init(
    _ name: String, _ arguments: String = "", _ operand: Operand = .none, help: String,
    _ task: Options.Task
  ) {
    self.name = name
    self.arguments = arguments
    self.operand = operand
    self.help = help
    self.task = task
  }
}

enum CommandTable {
  /// In the order of the usage text.
  static let rows = [
    CommandRow(
      "test", "[PATH[:LINE]]…", .files, help: "run test files, each case in a library of its own",
      .test(TestOptions())),
    CommandRow(
      "replay", "FILE…", .files, help: "run recordings and compare; exit 2 with a diff",
      .replay(paths: [], isAccepting: false)),
    CommandRow(
      "serve", help: "the embedded cloud on loopback; prints URL and keys", .serve(ServeOptions())),
    CommandRow("sync", help: "one sync without a prompt", .sync),
    CommandRow(
      "simulate", help: "random worlds; a failure becomes a script of few steps",
      .simulate(SimulateOptions())),
    CommandRow(
      "supabase", "DIR", .folder, help: "write the folder that deploys to a Supabase project",
      .supabase(SupabaseOptions())),
    CommandRow(
      "doctor", help: "look at library, cloud and session; exit 1 with a fault", .doctor),
    CommandRow(
      "backup", "FILE", .file, help: "copy the library to a file that is not there yet",
      .backup(path: "")),
    CommandRow(
      "restore", "FILE", .file, help: "put that copy in its place; what was there is kept",
      .restore(path: "")),
    CommandRow(
      "meta", "DIR", .folder, help: "write types for editors: Lua definition files",
      .editorTypes(folder: "")),
    CommandRow("man", "DIR", .folder, help: "write the manual pages", .manuals(folder: "")),
    CommandRow(
      "completion", "SHELL", .words(ShellCompletion.Shell.allCases.map(\.rawValue)),
      help: "print the completion for bash, zsh or fish", .completion(shell: "")),
  ]

  static func named(_ name: String) -> CommandRow? { rows.first { $0.name == name } }
}
