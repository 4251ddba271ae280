/// One input of a person or a pipe, whole: any number of lines.
struct LineEntry: Sendable, Equatable {
  let text: String
  /// Whether its first sign was typed; a pasted dot is no command.
  let isTyped: Bool
}

/// Where the loop's input comes from.
///
/// Guarantees: an entry is complete Lua, or Lua that no further line can complete, or the end of
/// input came; no byte of the input is lost or changed.
protocol LineSource: AnyObject {
  /// The next entry, or nil at the end of input.
  func next(prompt: String) throws(ConsoleError) -> LineEntry?
  /// Puts an entry where the person finds it again.
  func remember(_ text: String)
  /// Takes an entry away again.
  func forget(_ text: String)
}
