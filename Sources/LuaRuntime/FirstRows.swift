import CLua

/// Shows the beginning of a long list while the rest of it is still being read.
package final class FirstRows {
  /// How many rows are shown. A list that has no more is not shown before its end.
  package let count: Int
  /// Whether they were.
  package private(set) var areShown = false
  private let show: (LuaTable) throws -> Void

  /// `show` gets the list as far as it goes.
  package init(_ count: Int, _ show: @escaping (LuaTable) throws -> Void) {
    self.count = count
    self.show = show
  }

  fileprivate func offer(_ list: LuaTable) throws {
    areShown = true
    try show(list)
  }
}

extension LuaTableBuilder {
  /// Shows the first rows where they are wanted, once so many of the list stand as they will stay
  /// and another one follows.
  package func offerFirstRows(ofSettled settled: Int) throws {
    guard let first = state.firstRows, settled >= first.count, !first.areShown else { return }
    lua_pushvalue(stack.pointer, table)
    try first.offer(LuaTable(reference: LuaReference(takingTopOf: stack, state: state)))
  }
}
