/// Completion of the command line for shells, made from the tables of commands and options.
enum ShellCompletion {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// Errors: a shell that is none of these, with the one that may have been meant.
  static func text(for name: String) throws(ConsoleError) -> String {
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue)
      throw .usage(
        "there is no completion for '\(name)'",
        hint: Nearest.hint(for: name, among: names) ?? "one of: " + names.joined(separator: ", "))
    }
    switch shell {
    case .bash: return bash
    case .zsh: return zsh
    case .fish: return fish
    }
  }

  /// What may follow an option or a command.
  private enum Values {
    case none, files, folders, profiles, any
    case words([String])
  }

  private static func values(of row: OptionRow) -> Values {
    guard let value = row.value else { return .none }
    switch row.names[0] {
    case "-o": return .words(OutputMode.allCases.map(\.rawValue))
    case "--color": return .words(Options.Color.allCases.map(\.rawValue))
    case "--cloud": return .words(["embedded", "none"])
    case "--profile": return .profiles
    default: break
    }
    switch value {
    case "PATH", "FILE": return .files
    case "DIR": return .folders
    default: return .any
    }
  }

  private static func values(of operand: CommandRow.Operand) -> Values {
    switch operand {
    case .none: .none
    case .file, .files: .files
    case .folder: .folders
    case .words(let words): .words(words)
    }
  }

  /// The options that a command takes; those of the prompt and of scripts without one.
  private static func options(of command: String?) -> [OptionRow] {
    OptionTable.rows.filter { $0.owner == .all || $0.owner.command == command }
  }

  private static let plain = ["-e", "--help", "--version"]

  // Bash

  private static var bash: String {
    let commands = CommandTable.rows.map { row in
      """
            \(row.name)) options='\(names(of: row.name))'; \(bash(values(of: row.operand))) ;;
      """
    }
    let options = OptionTable.rows.filter { $0.value != nil }.map { row in
      "    \(row.names.joined(separator: "|"))) \(bash(values(of: row))); return ;;"
    }
    return """
      # Completion of lectern for bash; `lectern completion bash` writes it.
      _lectern() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        local command= options each
        COMPREPLY=()
        _lectern_words() { COMPREPLY+=($(compgen -W "$1" -- "$word")); }
        _lectern_files() { compopt -o filenames; COMPREPLY+=($(compgen -f -- "$word")); }
        _lectern_folders() { compopt -o filenames; COMPREPLY+=($(compgen -d -- "$word")); }
        case $before in
          -e) return ;;
      \(options.joined(separator: "\n"))
        esac
        for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $each in
            \(CommandTable.rows.map(\.name).joined(separator: "|"))) command=$each; break ;;
          esac
        done
        case $command in
      \(commands.joined(separator: "\n"))
          *) options='\(names(of: nil))'
            _lectern_files
            [[ $word == -* ]] || _lectern_words '\(commandNames)' ;;
        esac
        if [[ $word == -* ]]; then COMPREPLY=(); _lectern_words "$options"; fi
      }
      complete -F _lectern lectern

      """
  }

  private static func bash(_ values: Values) -> String {
    switch values {
    case .none, .any: ":"
    case .files: "_lectern_files"
    case .folders: "_lectern_folders"
    case .profiles: "_lectern_words \"$(\(profiles))\""
    case .words(let words): "_lectern_words '\(words.joined(separator: " "))'"
    }
  }

  private static func names(of command: String?) -> String {
    (options(of: command).flatMap(\.names) + (command == nil ? plain : ["--help"])).joined(
      separator: " ")
  }

  private static var commandNames: String {
    CommandTable.rows.map(\.name).joined(separator: " ")
  }

  private static let dataHome = "${XDG_DATA_HOME:-$HOME/.local/share}"
  private static let profiles = "ls \"\(dataHome)/lectern/profiles\" 2>/dev/null"

  // Zsh

  private static var zsh: String {
    let commands = CommandTable.rows.map { "    '\($0.name):\(quoted($0.help))'" }
    let cases = CommandTable.rows.map { row in
      let specs = (options(of: row.name).map(zsh) + operand(of: row)).joined(separator: " ")
      return "    \(row.name)) _arguments -s \(specs) ;;"
    }
    let start = options(of: nil).map(zsh).joined(separator: " \\\n    ")
    return """
      #compdef lectern
      # Completion of lectern for zsh; `lectern completion zsh` writes it.
      _lectern_profiles() {
        local -a profiles
        profiles=(${(f)"$(\(profiles))"})
        compadd -a profiles
      }
      _lectern_start() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        _describe -t commands command commands
        _files
      }
      local command state line
      for command in $words[2,CURRENT-1]; do
        case $command in
      \(cases.map { "  " + $0.replacing(" ;;", with: "; return ;;") }.joined(separator: "\n"))
        esac
      done
      _arguments -s \\
          '-e[run a chunk]:chunk:' '--help[print a summary]' '--version[print the version]' \\
          \(start) \\
          '*:: :_lectern_start'

      """
  }

  private static func zsh(_ row: OptionRow) -> String {
    row.names.map { name in
      let value = row.value.map { ":\($0):" + action(values(of: row)) } ?? ""
      return "'\(name)[\(quoted(row.help))]\(value)'"
    }.joined(separator: " ")
  }

  private static func operand(of row: CommandRow) -> [String] {
    let what = action(values(of: row.operand))
    return what.isEmpty ? [] : ["'*:\(row.arguments.lowercased()):\(what)'"]
  }

  private static func action(_ values: Values) -> String {
    switch values {
    case .none, .any: ""
    case .files: "_files"
    case .folders: "_files -/"
    case .profiles: "_lectern_profiles"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Inside single quotes of a specification.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }

  // Fish

  private static var fish: String {
    let names = CommandTable.rows.map(\.name).joined(separator: " ")
    let none = "not __fish_seen_subcommand_from \(names)"
    let commands = CommandTable.rows.flatMap { row -> [String] in
      let seen = "__fish_seen_subcommand_from \(row.name)"
      let start = "complete -c lectern -n '\(none)' -a \(row.name) -d '\(fishQuoted(row.help))'"
      let values = fish(values(of: row.operand))
      let own = OptionTable.rows.filter { $0.owner.command == row.name }
      return [start] + (values.isEmpty ? [] : ["complete -c lectern -n '\(seen)' \(values)"])
        + own.map { "complete -c lectern -n '\(seen)' " + option($0) }
    }
    let everywhere = OptionTable.rows.filter { $0.owner == .all }
      .map { "complete -c lectern " + option($0) }
    let starting = OptionTable.rows.filter { $0.owner == .start }
      .map { "complete -c lectern -n '\(none)' " + option($0) }
    return """
      # Completion of lectern for fish; `lectern completion fish` writes it.
      complete -c lectern -s e -x -d 'run a chunk'
      complete -c lectern -l help -s h -d 'print a summary'
      complete -c lectern -l version -d 'print the version'
      \((commands + everywhere + starting).joined(separator: "\n"))

      """
  }

  private static func option(_ row: OptionRow) -> String {
    let names = row.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let values = row.value == nil ? "" : " " + required(values(of: row))
    return names.joined(separator: " ") + values + " -d '\(fishQuoted(row.help))'"
  }

  private static func required(_ values: Values) -> String {
    let words = fish(values)
    return words.isEmpty ? "-x" : (words.hasPrefix("-F") ? "-r -F" : "-x " + words)
  }

  private static func fish(_ values: Values) -> String {
    switch values {
    case .none, .any: ""
    case .files: "-F"
    case .folders: "-a '(__fish_complete_directories)'"
    case .profiles: "-a '(\(profiles.replacing(dataHome, with: "$HOME/.local/share")))'"
    case .words(let words): "-f -a '\(words.joined(separator: " "))'"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
