import Glibc
import LuaRuntime
import Vocabulary

/// How errors are written in this run: for eyes or as JSON, with colour or without.
struct Reporter {
  let isJSON: Bool
  let isColored: Bool
  private let color: Options.Color

  /// Colour where stderr is a terminal that wants it.
  /// Source: https://no-color.org
  init(options: Options) {
    isJSON = options.output == .json || options.output == .jsonl
    color = options.color
    isColored =
      switch options.color {
      case .always: true
      case .never: false
      case .auto: isatty(STDERR_FILENO) == 1 && Self.wantsColor
      }
  }

  /// Whether what goes to stdout may be coloured: where a terminal reads it that wants colour.
  func isColored(onTerminal isTerminal: Bool) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isTerminal && Self.wantsColor
    }
  }

  private static var wantsColor: Bool {
    (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb" && variable("TERM") != nil
  }

  /// The error's text; source lines are shown where the error lies in that source. What is secret
  /// is in neither.
  func text(
    of error: any Explained, source: NamedSource?, hint: String?,
    hiding secrets: SecretWords = SecretWords()
  ) -> String {
    let words = ErrorText(source: source, hint: hint)
    if isJSON { return secrets.hidden(in: words.json(of: error)) }
    let text = secrets.hidden(in: words.text(of: error))
    guard isColored, text.hasPrefix("error:") else { return text }
    return "\u{1B}[1;31merror:\u{1B}[0m" + text.dropFirst(6)
  }

  /// Whatever was thrown, as something to show.
  static func explained(_ error: any Error) -> any Explained {
    if let explained = error as? any Explained { return explained }
    return UnexpectedError(text: String(describing: error))
  }
}

/// An error that no module declared: a mistake of ours, shown rather than lost.
struct UnexpectedError: Explained {
  let text: String

  var kind: ErrorKind { .internal }
  var code: String { "console.unexpected" }
  var summary: String { "something unexpected happened: \(text)" }
  var hint: String? { "this is a mistake in Lectern; what you did just before helps to find it" }
}
