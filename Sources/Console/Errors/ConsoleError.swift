package import Vocabulary

/// What may go wrong between a person's keyboard and the engine.
package enum ConsoleError: Explained {
  /// The command line does not say what to do. Nothing was opened.
  case usage(String, hint: String?)
  /// A file named on the command line is not there, or may not be read.
  case noInput(path: String, reason: String)
  /// A script whose bytes are no UTF-8. Nothing of it ran.
  case notText(path: String)
  /// Ctrl-C while the console itself waited.
  case interrupted
  /// A file of ours (history, a recording) cannot be written. Repeating is safe.
  case unwritten(path: String, reason: String)
  /// A recording that `replay` cannot read as one.
  case unreadableRecording(path: String, reason: String)
  /// A value that the chosen mode has no form for.
  case notShown(what: String, mode: OutputMode)
  /// A mode of output that does not exist.
  case unknownMode(String, hint: String)
  /// A table that contains itself, where no such thing can be written.
  case cycle(path: String)
  /// A dot command that does not exist or was given what it cannot take.
  case command(String, hint: String?)
  /// The terminal cannot be read.
  case terminal(reason: String)

  /// What sort of failure it is.
  package var kind: ErrorKind {
    switch self {
    case .interrupted: .limit
    case .usage, .command, .unknownMode, .notText, .notShown, .cycle, .unreadableRecording:
      .badValue
    case .noInput: .notFound
    case .unwritten: .refused
    case .terminal: .internal
    }
  }

  /// `console.` and the case.
  package var code: String {
    switch self {
    case .usage: "console.usage"
    case .noInput: "console.no_input"
    case .notText: "console.not_text"
    case .interrupted: "console.interrupted"
    case .unwritten: "console.unwritten"
    case .unreadableRecording: "console.unreadable_recording"
    case .notShown: "console.not_shown"
    case .unknownMode: "console.unknown_mode"
    case .cycle: "console.cycle"
    case .command: "console.command"
    case .terminal: "console.terminal"
    }
  }

  /// What is wrong.
  package var summary: String {
    switch self {
    case .usage(let text, _), .command(let text, _): text
    case .noInput(let path, let reason): "cannot read '\(path)': \(reason)"
    case .notText(let path): "'\(path)' is not UTF-8 text"
    case .interrupted: "interrupted"
    case .unwritten(let path, let reason): "cannot write '\(path)': \(reason)"
    case .unreadableRecording(let path, let reason): "'\(path)' is no recording: \(reason)"
    case .notShown(let what, let mode): "\(what) cannot be written as \(mode.rawValue)"
    case .unknownMode(let name, _): "there is no mode '\(name)'"
    case .cycle(let path): "the table contains itself (at \(path)) and cannot be written as JSON"
    case .terminal(let reason): "cannot read the terminal: \(reason)"
    }
  }

  /// What to do.
  package var hint: String? {
    switch self {
    case .usage(_, let hint), .command(_, let hint): hint
    case .unknownMode(_, let hint): hint
    case .noInput(let path, _):
      Usage.command(meantBy: path).map { "did you mean 'lectern \($0)'?" }
        ?? "check the name, or use '-' to read from stdin"
    case .notText: "save it as UTF-8"
    case .interrupted: nil
    case .unwritten: "check that the folder is there, may be written and has room"
    case .unreadableRecording: "record one with .record FILE at the prompt"
    case .notShown: "choose another form with -o, or .mode at the prompt"
    case .cycle: "leave the inner reference out, or use -o lua"
    case .terminal: nil
    }
  }
}
