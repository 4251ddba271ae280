import Glibc
import LuaRuntime

/// What is to run without a person: a file, stdin or a chunk of the command line.
struct Script {
  let text: String
  /// What messages call it.
  let name: String
  let reading: LuaState.Reading
  let arguments: [String]

  /// The script that the options ask for; nil where they ask for the prompt alone.
  ///
  /// It is read before any library is opened: a file that is not there touches nothing.
  init?(_ options: Options) throws(ConsoleError) {
    switch options.task {
    case .chunk(let source, let arguments):
      self.init(text: source, name: "-e", reading: .lastExpression, arguments: arguments)
    case .script(let path, let arguments):
      try self.init(path: path, arguments: arguments)
    case .prompt where isatty(STDIN_FILENO) == 0 && !options.isInteractiveAfter:
      // Input that is no terminal is a script, as with Lua's own program.
      try self.init(path: "-", arguments: [])
    default: return nil
    }
  }

  init(path: String, arguments: [String]) throws(ConsoleError) {
    let isInput = path == "-"
    guard let text = String(validating: try FileBytes.read(path), as: UTF8.self) else {
      throw .notText(path: isInput ? "stdin" : path)
    }
    // Some editors begin a file with this mark; Lua passes over it too.
    let marked = text.unicodeScalars.first == "\u{FEFF}"
    self.init(
      text: marked ? String(text.unicodeScalars.dropFirst()) : text, name: isInput ? "stdin" : path,
      reading: isInput ? .lastExpression : .statements, arguments: arguments)
  }

  private init(text: String, name: String, reading: LuaState.Reading, arguments: [String]) {
    self.text = text
    self.name = name
    self.reading = reading
    self.arguments = arguments
  }
}
