package import Vocabulary

/// The part of a call that an error is about, by which its place in the source can be found.
package struct LuaArgument: Sendable, Equatable {
  /// What is marked.
  package enum Part: Sendable, Equatable {
    /// A value by its place, counted from 1; where the call has none there, what is missing.
    case place(Int)
    /// The value of a key in the table at that place.
    case value(key: String, table: Int)
    /// A key of the table at that place.
    case key(String, table: Int)
  }

  /// How the function is called: `notes.add`, `note:update`, `transaction`.
  package let function: String
  /// What of its call.
  package let part: Part

  /// A part of a call of that function.
  package init(of function: String, _ part: Part) {
    self.function = function
    self.part = part
  }
}

/// An error of a call, with the argument that it is about.
package struct MisplacedArgument: Explained {
  private let cause: any Explained
  /// What it is about.
  package let argument: LuaArgument

  /// The same error, with its place.
  package init(_ argument: LuaArgument, _ cause: any Explained) {
    self.argument = argument
    self.cause = cause
  }

  package var kind: ErrorKind { cause.kind }
  package var code: String { cause.code }
  package var summary: String { cause.summary }
  package var hint: String? { cause.hint }
}
