/// What `--help` prints.
enum Usage {
  static let text: String = {
    let starts = [
      ("[OPTION…]", "prompt on the default profile"),
      ("[OPTION…] FILE [ARG…]", "run a script ('-' is stdin)"),
      ("[OPTION…] -e CHUNK", "run a chunk; the value of an expression is printed"),
      ("[OPTION…] -i FILE", "run a script, then prompt"),
    ]
    let commands = CommandTable.rows.map { row in
      (row.name + (row.arguments.isEmpty ? "" : " " + row.arguments), row.help)
    }
    let lines = (starts + commands).map { words, help in
      let start = "lectern " + words
      return start + String(repeating: " ", count: max(2, 34 - start.count)) + help
    }
    let tasks = (lines + ["lectern --version | --help"]).joined(separator: "\n")
    let sections: [(title: String, owner: OptionRow.Owner)] = [
      ("Options", .all), ("Before FILE or CHUNK", .start), ("test", .test),
      ("replay", .replay), ("serve", .serve),
      ("sync", .sync), ("simulate", .simulate), ("supabase", .supabase),
    ]
    let lists = sections.map { section in
      let rows = OptionTable.rows.filter { $0.owner == section.owner }.map(line)
      return section.title + ":\n" + rows.joined(separator: "\n")
    }
    return ([tasks] + lists).joined(separator: "\n\n") + "\n"
  }()

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
