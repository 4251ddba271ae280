import LuaRuntime
package import Vocabulary

extension ExitStatus {
  /// How the program ends over an error that nothing caught.
  ///
  /// An error of a script is status 1 whatever its kind: the script chose not to catch it.
  package init(for error: any Explained) {
    switch error {
    case let error as ConsoleError: self = Self.status(of: error)
    case is SyntaxError: self = .failure
    case let error as LuaFailure: self = error.cause == .timedOut ? .timeout : .failure
    case _ where Self.codesOfTrouble.contains(error.code): self = .inputOutput
    default: self = Self.status(of: error.kind)
    }
  }

  /// Trouble with a library's file or a port, which its kind alone does not tell.
  private static let codesOfTrouble: Set<String> = [
    "store.cannot_open", "store.full", "store.input_output", "embedded_cloud.cannot_listen",
  ]

  private static func status(of error: ConsoleError) -> ExitStatus {
    switch error {
    case .usage, .command, .unknownMode: .usage
    case .noInput: .noInput
    case .unreadableRecording, .notText, .notShown, .cycle: .badInput
    case .interrupted: .failure
    case .unwritten, .terminal: .inputOutput
    }
  }

  private static func status(of kind: ErrorKind) -> ExitStatus {
    switch kind {
    case .badValue, .corrupt: .badInput
    case .notFound: .noInput
    case .busy: .incomplete
    case .readOnly, .deleted, .limit: .inputOutput
    case .refused, .notSignedIn, .notEntitled, .conflict: .refused
    case .offline: .cloudUnavailable
    case .notConfigured, .crypto: .configuration
    case .internal: .ourBug
    }
  }
}
