package import Vocabulary

/// What a script passed wrongly, or what this state can not do. Each may be repeated safely.
package enum LuaError: Explained, Equatable {
  /// An argument of a sort that the function does not take.
  case badArgument(position: Int, function: String, expected: String, found: String)
  /// Text that is no UTF-8.
  case unreadableText(position: Int, function: String)
  /// More variables around a chunk than Lua has room for.
  case tooManyLocals(count: Int)
  /// No memory for another Lua state.
  case noState

  /// A limit of memory, or a value that does not fit.
  package var kind: ErrorKind {
    switch self {
    case .badArgument, .unreadableText: .badValue
    case .tooManyLocals, .noState: .limit
    }
  }

  /// `lua.` and the case.
  package var code: String {
    switch self {
    case .badArgument: "lua.bad_argument"
    case .unreadableText: "lua.unreadable_text"
    case .tooManyLocals: "lua.too_many_locals"
    case .noState: "lua.no_state"
    }
  }

  /// What is wrong.
  package var summary: String {
    switch self {
    case .badArgument(let position, let function, let expected, let found):
      "bad argument #\(position) to '\(function)' (\(expected) expected, got \(found))"
    case .unreadableText(let position, let function):
      "bad argument #\(position) to '\(function)' (the text is not UTF-8)"
    case .tooManyLocals(let count):
      "\(count) local variables of earlier lines are used at once; the limit is \(Self.localLimit)"
    case .noState:
      "there is no memory for a Lua state"
    }
  }

  /// What to do.
  package var hint: String? {
    switch self {
    case .tooManyLocals: "keep some of them in a table, or make them global"
    default: nil
    }
  }

  /// Variables of earlier lines that one chunk may use.
  ///
  /// Why: Lua allows 200 in a function, one of which we need.
  static let localLimit = 199
}
