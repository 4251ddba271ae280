extension Options {
  /// Reads the words after the program's name; what is unknown is an error, never ignored.
  ///
  /// A file named like a command is reached by a path (`./sync`) or after `--`.
  package init(arguments: [String]) throws(ConsoleError) {
    self.init()
    var words = arguments[...]
    var operands: [String] = []
    var isLiteral = false
    while let word = words.popFirst() {
      if isLiteral || word == "-" || !word.hasPrefix("-") {
        operands += takeWord(word, isLiteral: isLiteral, rest: &words)
      } else if word == "--" {
        isLiteral = true
      } else {
        try takeOption(word, rest: &words)
      }
    }
    try finish(operands)
  }

  /// A script takes all words after it, options too: they are its own. Gives what is left to check.
  private mutating func takeWord(
    _ word: String, isLiteral: Bool, rest: inout ArraySlice<String>
  ) -> [String] {
    switch (task, word) {
    case (.chunk(let source, _), _):
      task = .chunk(source, arguments: [word] + rest)
      rest = []
    case (.prompt, _) where !isLiteral && CommandTable.named(word) != nil:
      task = CommandTable.named(word)?.task ?? task
      command = word
    case (.help(nil), _) where CommandTable.named(word) != nil: task = .help(command: word)
    case (.prompt, _):
      task = .script(path: word, arguments: Array(rest))
      rest = []
    default: return [word]
    }
    return []
  }

  private mutating func takeOption(
    _ word: String, rest: inout ArraySlice<String>
  ) throws(ConsoleError) {
    let (name, joined) = Self.parts(of: word)
    if try takeTask(name, joined, rest: &rest) { return }
    let rows = OptionTable.rows.filter { $0.names.contains(name) }
    guard let row = rows.first(where: isOpen) ?? rows.first else { throw unknown(name) }
    guard isOpen(to: row) else {
      throw .usage("\(name) does not belong here", hint: "see 'lectern --help'")
    }
    guard row.value != nil else {
      if joined != nil { throw .usage("\(name) takes no value", hint: nil) }
      return try row.apply(&self, "")
    }
    guard let value = joined ?? rest.popFirst(), !value.isEmpty else {
      throw .usage("\(name) needs a value", hint: row.value.map { "write \(name) \($0)" })
    }
    try row.apply(&self, value)
  }

  /// An option and the value that is joined to it: `--output=json`, `-ojson`, `-e'return 1'`.
  private static func parts(of word: String) -> (name: String, joined: String?) {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
    let name = String(word.prefix(2))
    let takesValue =
      name == "-e"
      || OptionTable.rows.contains {
        $0.value != nil && $0.names.contains(name)
      }
    return takesValue && word.count > 2 ? (name, String(word.dropFirst(2))) : (word, nil)
  }

  /// The three options that are a task of their own.
  private mutating func takeTask(
    _ name: String, _ joined: String?, rest: inout ArraySlice<String>
  ) throws(ConsoleError) -> Bool {
    switch name {
    case "-e":
      if case .chunk = task {
        throw .usage("-e stands here twice", hint: "put both into one chunk: -e 'a = 1 print(a)'")
      }
      guard case .prompt = task else { throw .usage("-e does not belong here", hint: nil) }
      guard let source = joined ?? rest.popFirst() else {
        throw .usage("-e needs a chunk", hint: "write -e 'return #queue'")
      }
      task = .chunk(source, arguments: [])
    case "--version" where joined == nil: task = .version
    case "--help" where joined == nil, "-h": task = .help(command: command)
    default: return false
    }
    return true
  }

  private func isOpen(to row: OptionRow) -> Bool {
    switch (row.owner, task) {
    case (.all, _), (.start, .prompt), (.start, .chunk), (.replay, .replay), (.serve, .serve),
      (.test, .test),
      (.supabase, .supabase), (.sync, .sync), (.simulate, .simulate):
      true
    default: false
    }
  }

  private func unknown(_ name: String) -> ConsoleError {
    let names = OptionTable.rows.filter(isOpen).flatMap(\.names) + ["-e", "--help", "--version"]
    let hint = Nearest.hint(for: name, among: names.filter { $0.hasPrefix("--") })
    return .usage("unknown option '\(name)'", hint: hint ?? "see 'lectern --help'")
  }

  private mutating func finish(_ operands: [String]) throws(ConsoleError) {
    switch task {
    case .replay(_, let isAccepting):
      guard !operands.isEmpty else {
        throw .usage("replay needs a recording", hint: "write lectern replay FILE")
      }
      task = .replay(paths: operands, isAccepting: isAccepting)
    case .test(var test):
      test.paths = operands
      task = .test(test)
    case .supabase(var supabase):
      supabase.folder = try only(operands, of: "supabase", "folder", "DIR")
      task = .supabase(supabase)
    case .backup: task = .backup(path: try only(operands, of: "backup", "file", "FILE"))
    case .restore: task = .restore(path: try only(operands, of: "restore", "file", "FILE"))
    case .editorTypes: task = .editorTypes(folder: try only(operands, of: "meta", "folder", "DIR"))
    case .manuals: task = .manuals(folder: try only(operands, of: "man", "folder", "DIR"))
    case .completion:
      task = .completion(shell: try only(operands, of: "completion", "shell", "bash"))
    case .help, .version: break
    default:
      if let extra = operands.first {
        throw .usage("'\(extra)' does not belong here", hint: "see 'lectern --help'")
      }
    }
    try checkTogether()
  }

  /// Refuses options that say two things.
  private func checkTogether() throws(ConsoleError) {
    if (seed != nil || clock != nil) && !isFresh {
      throw .usage(
        "--seed and --clock need --memory",
        hint: "a real profile must not get made-up ids or times")
    }
    if let profile, !Self.isProfileName(profile) {
      throw .usage(
        "'\(profile)' is no name of a profile", hint: "use letters, digits, '-', '_' and '.'")
    }
    if isInMemory && (profile != nil || database != nil) {
      throw .usage("--memory opens no profile and no --db", hint: "leave one of them out")
    }
    if case .serve = task, isInMemory {
      throw .usage("--memory does not belong to serve", hint: "without --data all is in memory")
    }
    if isWatching, isDryRun || isInMemory || isReadOnly {
      throw .usage(
        "--watch goes neither with --dry-run nor with --memory or --read-only",
        hint: "leave one of them out")
    }
    switch task {
    case .doctor, .backup, .restore:
      if isInMemory { throw .usage("--memory has nothing to look at or to keep", hint: nil) }
      if case .restore = task, isReadOnly {
        throw .usage("--read-only does not belong to restore", hint: nil)
      }
    default: break
    }
    if profile != nil && database != nil {
      throw .usage("--profile and --db name two libraries", hint: "leave one of them out")
    }
  }

  private func only(
    _ operands: [String], of task: String, _ noun: String, _ word: String
  ) throws(ConsoleError) -> String {
    guard operands.count == 1, !operands[0].isEmpty else {
      throw .usage("\(task) needs one \(noun)", hint: "write lectern \(task) \(word)")
    }
    return operands[0]
  }

  /// Whether a profile may have that name: it is one folder among the profiles, never a path.
  package static func isProfileName(_ name: String) -> Bool {
    guard let first = name.first, first != "-", first != "." else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || "-_.@".contains($0) }
  }
}
