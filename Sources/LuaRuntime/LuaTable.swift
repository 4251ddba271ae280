import CLua
import CLuaGuard

/// A table of a script, or one of ours.
///
/// The subscripts and `forEach` see what the table or record holds, past its metamethods;
/// `value(of:)` and `set(_:to:)` go through them, as a script would.
package struct LuaTable {
  /// What keeps it alive in Lua.
  package let reference: LuaReference

  private var state: LuaState { reference.state }

  /// The length of its list part.
  package var count: Int {
    let stack = pushed()
    defer { stack.pop() }
    return Int(lua_rawlen(stack.pointer, -1))
  }

  /// The field of that name; nil removes it.
  package subscript(name: String) -> LuaValue {
    get { raw { $0.push(name) } }
    nonmutating set { setRaw(newValue) { $0.push(name) } }
  }

  /// The item of its list part, counted from 1; nil removes it.
  package subscript(position: Int) -> LuaValue {
    get { raw { $0.push(Int64(position)) } }
    nonmutating set { setRaw(newValue) { $0.push(Int64(position)) } }
  }

  /// The value that a script would see under the key.
  package func value(of key: LuaValue) throws(LuaFailure) -> LuaValue {
    let stack = pushedAsItIs()
    defer { stack.pop() }
    stack.push(key)
    let status = guard_get(stack.pointer, -2)
    guard status == LUA_OK else { throw state.takeFailure(status, from: stack) }
    defer { stack.pop() }
    return stack.value(at: -1, of: state)
  }

  /// Assigns as a script would.
  package func set(_ key: LuaValue, to value: LuaValue) throws(LuaFailure) {
    let stack = pushedAsItIs()
    defer { stack.pop() }
    stack.push(key)
    stack.push(value)
    let status = guard_set(stack.pointer, -3)
    guard status == LUA_OK else { throw state.takeFailure(status, from: stack) }
  }

  /// Visits every key and value, in Lua's order; the table must not get new keys meanwhile.
  package func forEach(_ body: (LuaValue, LuaValue) throws -> Void) throws {
    let stack = pushed()
    defer { stack.pop() }
    try state.forEach(at: stack.top, on: stack, body)
  }

  /// The items of its list part.
  package var items: [LuaValue] { (0..<count).map { self[$0 + 1] } }

  /// The class of a record, as messages name it; nil for a plain table.
  package var className: String? {
    let stack = reference.state.stack
    guard stack.hasRoom(4) else { return nil }
    reference.push(on: stack)
    defer { stack.pop() }
    return stack.className(at: -1)
  }

  /// The methods of a record; nil for any other table.
  package var methods: LuaTable? { ofMetatable("__methods").table }

  /// The columns of a row of a query, in their order; nil for any other table.
  package var columns: [String]? {
    ofMetatable(Self.columnsKey).table?.items.compactMap(\.text)
  }

  private func ofMetatable(_ key: LuaKey) -> LuaValue {
    let stack = pushedAsItIs()
    let floor = stack.top
    defer { stack.pop(stack.top - floor + 1) }
    guard lua_getmetatable(stack.pointer, -1) != 0 else { return .nil }
    stack.pushField(key, of: -1)
    return stack.value(at: -1, of: state)
  }

  static let columnsKey: LuaKey = "__columns"

  /// Gives it a metatable, or takes it away.
  package func setMetatable(_ metatable: LuaTable?) {
    let stack = pushedAsItIs()
    if let metatable { metatable.reference.push(on: stack) } else { stack.pushNil() }
    lua_setmetatable(stack.pointer, -2)
    stack.pop()
  }

  /// A table that reads as this one, and whose fields a script cannot assign: `assign` gets what it
  /// tries, the key as the second value. `more` adds to its metatable.
  package func sealed(
    assign: @escaping (LuaCall) throws -> LuaResults,
    more: (LuaTableBuilder) -> Void = { _ in }
  ) -> LuaTable {
    let metatable = state.makeTable { table in
      table.setSealedFunctions(self)
      table.register("__newindex", assign)
      more(table)
    }
    let stack = pushedAsItIs()
    guard_seal(stack.pointer)
    metatable.reference.push(on: stack)
    lua_setmetatable(stack.pointer, -2)
    return LuaTable(reference: LuaReference(takingTopOf: stack, state: state))
  }

  /// Adds a Swift function under its name.
  package func register(
    _ name: String, as fullName: String? = nil,
    _ body: @escaping (LuaCall) throws -> LuaResults
  ) {
    let stack = pushed()
    stack.push(name)
    state.pushFunction(fullName ?? name, body, on: stack)
    lua_rawset(stack.pointer, -3)
    stack.pop()
  }

  /// Pushes the table, or the fields of a record.
  private func pushed() -> LuaStack {
    let stack = pushedAsItIs()
    guard_open_record(stack.pointer, stack.top)
    return stack
  }

  private func pushedAsItIs() -> LuaStack {
    let stack = state.stack
    precondition(stack.hasRoom(8), "the Lua stack is full")
    reference.push(on: stack)
    return stack
  }

  private func raw(_ pushKey: (LuaStack) -> Void) -> LuaValue {
    let stack = pushed()
    pushKey(stack)
    lua_rawget(stack.pointer, -2)
    defer { stack.pop(2) }
    return stack.value(at: -1, of: state)
  }

  private func setRaw(_ value: LuaValue, _ pushKey: (LuaStack) -> Void) {
    let stack = pushed()
    pushKey(stack)
    stack.push(value)
    lua_rawset(stack.pointer, -3)
    stack.pop()
  }
}

extension LuaState {
  /// Visits every key and value of the table at an index of a stack with room for four more.
  func forEach(
    at index: Int32, on stack: LuaStack, _ body: (LuaValue, LuaValue) throws -> Void
  ) throws {
    let floor = stack.top
    defer { stack.pop(stack.top - floor) }
    stack.pushNil()
    while true {
      var hasMore = false
      let status = guard_next(stack.pointer, index, &hasMore)
      guard status == LUA_OK else { throw takeFailure(status, from: stack) }
      guard hasMore else { return }
      let key = stack.value(at: -2, of: self)
      let value = stack.value(at: -1, of: self)
      stack.pop()
      try body(key, value)
    }
  }
}
