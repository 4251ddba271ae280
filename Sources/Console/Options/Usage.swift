/// What `--help` prints.
enum Usage {
  static let text: String = {
    let tasks = """
      lectern [OPTION…]                 prompt on the default profile
      lectern [OPTION…] FILE [ARG…]     run a script ('-' is stdin)
      lectern [OPTION…] -e CHUNK        run a chunk; the value of an expression is printed
      lectern [OPTION…] -i FILE         run a script, then prompt
      lectern replay FILE…              run recordings and compare; exit 2 with a diff
      lectern serve                     the embedded cloud on loopback; prints URL and keys
      lectern sync                      one sync without a prompt
      lectern simulate                  random worlds; a failure becomes a script of few steps
      lectern supabase DIR              write the folder that deploys to a Supabase project
      lectern doctor                    look at library, cloud and session; exit 1 with a fault
      lectern backup FILE               copy the library to a file that is not there yet
      lectern restore FILE              put that copy in its place; what was there is kept
      lectern --version | --help
      """
    let sections: [(title: String, owner: OptionRow.Owner)] = [
      ("Options", .all), ("Before FILE or CHUNK", .start), ("replay", .replay), ("serve", .serve),
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
    let names = [
      "backup", "doctor", "help", "replay", "restore", "serve", "simulate", "supabase", "sync",
      "version",
    ]
    let name = Nearest.name(to: word, among: names)
    return name.map { other[$0] ?? $0 }
  }

  private static func line(_ row: OptionRow) -> String {
    let start = "  " + row.names.joined(separator: ", ") + (row.value.map { " " + $0 } ?? "")
    return start + String(repeating: " ", count: max(2, 28 - start.count)) + row.help
  }
}
