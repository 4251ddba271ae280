import Glibc
import Testing

@testable import Console

/// A shell in which `lectern` is the program under test. Its stdin is no terminal.
struct Shell {
  struct Result {
    let status: Int32
    let output: String
  }

  let home: String

  /// Runs a command line; stdout and, after it, stderr are in the output.
  func run(_ command: String) throws -> Result {
    let program = try PseudoTerminal.program()
    let words = [
      "cd '\(home)'", "export HOME='\(home)' SWIFT_BACKTRACE=enable=no",
      "unset XDG_STATE_HOME XDG_CONFIG_HOME XDG_DATA_HOME SUPABASE_URL SUPABASE_ANON_KEY",
      // The desktop of whoever runs the tests keeps its own secrets.
      "unset DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR",
      "lectern() { timeout 20 '\(program)' \"$@\"; }", "exec 2> errors", command,
    ]
    let pipe = try #require(popen(words.joined(separator: "\n"), "r"))
    let output = try FileBytes.read(fileno(pipe), named: "a pipe")
    let status = pclose(pipe)
    let errors = try FileBytes.read(home + "/errors")
    return Result(
      status: status & 0x7F == 0 ? status >> 8 : -(status & 0x7F),
      output: String(decoding: output + errors, as: UTF8.self))
  }
}
