/// What `--help` prints.
enum Usage {
  static let text: String = {
    let starts = [
      ("[OPTION…]", "prompt on the default profile"),
      ("[OPTION…] FILE [ARG…]", "run a script ('-' is stdin)"),
      ("[OPTION…] -e CHUNK", "run a chunk; the value of an expression is printed"),
      ("[OPTION…] -i FILE", "run a script, then prompt"),
    ]
    let lines = (starts + CommandTable.rows.map(words)).map { column($0.0, $0.1) }
    let tasks = (lines + ["lectern --version | --help"]).joined(separator: "\n")
    return ([tasks] + sections.map { list($0.title, $0.owner) }).joined(separator: "\n\n") + "\n"
  }()

  /// The same of one command: how it is called, its own options, and those of all.
  static func text(of command: String) -> String? {
    guard let row = CommandTable.named(command) else { return nil }
    let call = words(row)
    let own = OptionRow.Owner(rawValue: command).map { [list(command, $0)] } ?? []
    return ([column(call.0, call.1)] + own + [list("Options", .all)]).joined(separator: "\n\n")
      + "\n"
  }

  private static let sections: [(title: String, owner: OptionRow.Owner)] = [
    ("Options", .all), ("Before FILE or CHUNK", .start), ("test", .test),
    ("replay", .replay), ("serve", .serve),
    ("sync", .sync), ("simulate", .simulate), ("supabase", .supabase),
  ]

  private static func words(_ row: CommandRow) -> (String, String) {
    (row.name + (row.arguments.isEmpty ? "" : " " + row.arguments), row.help)
  }

  private static func column(_ words: String, _ help: String) -> String {
    let start = "lectern " + words
    return start + String(repeating: " ", count: max(2, 34 - start.count)) + help
  }

  private static func list(_ title: String, _ owner: OptionRow.Owner) -> String {
    let rows = OptionTable.rows.filter { $0.owner == owner }.map(line)
    return title + ":\n" + rows.joined(separator: "\n")
  }

  /// What a word that is no file was probably meant as; nil where nothing is near.
  static func command(meantBy word: String) -> String? {
    let other = ["help": "--help", "version": "--version"]
    let names = CommandTable.rows.map(\.name) + other.keys.sorted()
    let name = Nearest.name(to: word, among: names)
    return name.map { other[$0] ?? $0 }
  }

  private static func line(_ row: OptionRow) -> String {
    let start = "  " + row.names.joined(separator: ", ") + (row.value.map { " " + $0 } ?? "")
    return start + String(repeating: " ", count: max(2, 28 - start.count)) + row.help
  }
}
