import Console
import Glibc
import Vocabulary

/// Hands the command line to the console and ends with its status.
///
/// It is no closure of main.swift: what C calls back must not carry that file's actor.
func runLectern() -> Never {
  let arguments = Array(CommandLine.arguments.dropFirst())
  ProcessWords.hideSecrets()
  let status = Program.run(arguments: arguments, surroundings: MachineSurroundings()) {
    LecternWorkplace($0)
  }
  exit(status)
}
