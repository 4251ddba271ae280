import Testing

@testable import Console

/// Completion of the command line, by the shells themselves.
@Suite struct ShellCompletionTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  /// What bash offers for the last of some words.
  private func offered(_ words: String) throws -> [Substring] {
    try shell.run(
      """
      lectern completion bash > c.bash
      mkdir -p .local/share/lectern/profiles/work notes.d
      bash -c '
        compopt() { :; }
        source ./c.bash
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lectern
        printf "%s\\n" "${COMPREPLY[@]}"'
      """
    ).output.split(separator: "\n")
  }

  @Test(arguments: [
    ("lectern re", ["replay", "restore"]), ("lectern -o j", ["json", "jsonl"]),
    ("lectern sync --w", ["--watch"]), ("lectern --profile w", ["work"]),
    ("lectern completion \"\"", ["bash", "zsh", "fish"]), ("lectern supabase no", ["notes.d"]),
    ("lectern --cloud e", ["embedded"]), ("lectern simulate --wor", ["--worlds"]),
  ])
  func `bash offers commands, options and their values`(words: String, expected: [Substring]) throws
  {
    #expect(try offered(words) == expected)
  }

  @Test func `every option and command is completed in each shell`() throws {
    for shell in ShellCompletion.Shell.allCases {
      let text = try ShellCompletion.text(for: shell.rawValue)
      for row in CommandTable.rows { #expect(text.contains(row.name), "\(shell) \(row.name)") }
      for name in OptionTable.rows.flatMap(\.names) {
        let written = shell == .fish ? "\(name.drop { $0 == "-" })" : name
        #expect(text.contains(written), "\(shell) \(name)")
      }
    }
  }

  @Test(arguments: ["bash -n", "zsh -n", "fish --no-execute"])
  func `a shell that is here takes it`(check: String) throws {
    let name = check.split(separator: " ")[0]
    let result = try shell.run(
      """
      command -v \(name) > /dev/null || exit 0
      lectern completion \(name) > c && \(check) c
      """)
    #expect(result.status == 0)
    #expect(result.output == "")
  }

  @Test func `another shell is refused with the nearest`() throws {
    let result = try shell.run("lectern completion bahs")
    #expect(result.status == 64)
    #expect(result.output.contains("did you mean 'bash'?"))
  }
}
