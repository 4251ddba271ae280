import LuaRuntime

/// The options of a call, by name, in no order.
///
/// Why not a dictionary: a call has one or two, and making one costs more than looking at each.
struct GivenOptions: Sequence {
  private var options: [(key: String, value: LuaValue)] = []

  /// Every name is given once.
  mutating func add(_ name: String, _ value: LuaValue) { options.append((name, value)) }

  subscript(name: String) -> LuaValue? { options.first { $0.key == name }?.value }

  func makeIterator() -> IndexingIterator<[(key: String, value: LuaValue)]> {
    options.makeIterator()
  }
}
