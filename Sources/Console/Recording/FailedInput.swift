import LuaRuntime
import Vocabulary

/// What a recording has of an input that failed.
///
/// It may have written, drawn ids or read the clock before it failed: left out, everything after
/// it would run otherwise.
///
/// | the input                                   | in the file                              |
/// |---------------------------------------------|------------------------------------------|
/// | never ran, or did nothing that can be told   | nothing                                  |
/// | raised an error                              | the same inside `fails`, and the error   |
/// | was stopped: Ctrl-C, a limit, a full memory  | a comment, as no run stops there again   |
enum FailedInput {
  case nothing
  case again
  case comment

  init(_ error: any Explained, hadEffect: Bool) {
    guard let failure = error as? LuaFailure else {
      self = error is SyntaxError || !hadEffect ? .nothing : .comment
      return
    }
    switch failure.cause {
    case .exit: self = .nothing
    // How deep calls nest differs from the prompt to a file.
    case .raised where failure.code != "lua.stack_overflow": self = hadEffect ? .again : .nothing
    default: self = .comment
    }
  }

  /// The line that a failure prints in a recording: without its place, which differs there.
  static func line(for error: any Explained) -> String {
    // A variable of an earlier line is an outer one inside of `fails`.
    let text = withoutPlace(error.summary).replacing("(upvalue '", with: "(local '")
    return "error: " + Escaping.visible(text, isOneLine: true)
  }

  /// `input:2: no` without its beginning.
  private static func withoutPlace(_ summary: String) -> String {
    let parts = summary.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty, parts[1].allSatisfy(\.isWholeNumber),
      parts[2].hasPrefix(" "), !parts[0].contains("\n")
    else { return summary }
    return String(parts[2].dropFirst())
  }
}
