import CLua
import CLuaGuard

/// Where a value is written to; only `LuaWritable` sees it.
package struct LuaTarget {
  let stack: LuaStack
  let state: LuaState

  func pushTable(
    _ recordClass: LuaClass?, fields: Int, items: Int, _ fill: (LuaTableBuilder) throws -> Void
  ) rethrows {
    precondition(stack.hasRoom(8), "the Lua stack is full")
    let floor = stack.top
    let table = LuaTableBuilder(on: stack, state: state, fields: fields, items: items)
    do { try fill(table) } catch {
      stack.pop(stack.top - floor)
      throw error
    }
    recordClass?.take(topOf: stack)
  }
}

/// A Swift value that has a form in Lua.
package protocol LuaWritable {
  /// Pushes exactly one value.
  func push(on target: LuaTarget)
}

/// A new table that is being filled. It has no metatable yet, so nothing of a script runs.
///
/// It is valid inside the closure that got it. A field named in the program is a literal
/// (`set("id", note.id)`); other names go through `set(key:_:)`. What is nil is left out.
package struct LuaTableBuilder {
  let stack: LuaStack
  let state: LuaState
  let table: Int32

  init(on stack: LuaStack, state: LuaState, fields: Int = 0, items: Int = 0) {
    lua_createtable(stack.pointer, Int32(clamping: items), Int32(clamping: fields))
    self.stack = stack
    self.state = state
    table = stack.top
  }

  /// Sets a field to a whole number.
  package func set(_ key: LuaKey, _ value: Int64) {
    stack.push(key)
    stack.push(value)
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field to a text.
  package func set(_ key: LuaKey, _ value: String) {
    stack.push(key)
    stack.push(value)
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field to a text of these bytes.
  package func set(_ key: LuaKey, bytes: UnsafeBufferPointer<UInt8>) {
    stack.push(key)
    stack.push(bytes)
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field to a value of any other sort.
  package func set<Value: LuaWritable>(_ key: LuaKey, _ value: Value) {
    stack.push(key)
    value.push(on: LuaTarget(stack: stack, state: state))
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field to a table.
  package func set(
    _ key: LuaKey, _ recordClass: LuaClass? = nil, fields: Int = 0,
    _ fill: (LuaTableBuilder) throws -> Void
  ) rethrows {
    stack.push(key)
    try target.pushTable(recordClass, fields: fields, items: 0, fill)
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field whose name is known at run time only.
  package func set<Value: LuaWritable>(key: String, _ value: Value) {
    stack.push(key)
    value.push(on: target)
    lua_rawset(stack.pointer, table)
  }

  /// Sets a field whose name is known at run time only to a table.
  package func set(
    key: String, _ recordClass: LuaClass? = nil, _ fill: (LuaTableBuilder) throws -> Void
  ) rethrows {
    stack.push(key)
    try target.pushTable(recordClass, fields: 0, items: 0, fill)
    lua_rawset(stack.pointer, table)
  }

  /// Sets what makes a metatable that of records.
  func setRecordFunctions(_ methods: LuaTable) {
    stack.push("__index")
    methods.reference.push(on: stack)
    guard_push_record_index(stack.pointer)
    lua_rawset(stack.pointer, table)
    stack.push("__pairs")
    guard_push_record_pairs(stack.pointer)
    lua_rawset(stack.pointer, table)
  }

  /// Sets what makes a metatable that of a sealed table.
  func setSealedFunctions(_ fields: LuaTable) {
    set("__index", fields)
    set("__metatable", false)
    stack.push("__pairs")
    guard_push_record_pairs(stack.pointer)
    lua_rawset(stack.pointer, table)
  }

  /// Adds a function in Swift.
  package func register(_ name: String, _ body: @escaping (LuaCall) throws -> LuaResults) {
    stack.push(name)
    state.pushFunction(name, body, on: stack)
    lua_rawset(stack.pointer, table)
  }

  /// Adds an item after the last of the list.
  package func append<Value: LuaWritable>(_ value: Value) {
    value.push(on: target)
    lua_rawseti(stack.pointer, table, lua_Integer(lua_rawlen(stack.pointer, table)) + 1)
  }

  /// Adds a table after the last item of the list.
  package func append(
    _ recordClass: LuaClass? = nil, fields: Int = 0, _ fill: (LuaTableBuilder) throws -> Void
  ) rethrows {
    try target.pushTable(recordClass, fields: fields, items: 0, fill)
    lua_rawseti(stack.pointer, table, lua_Integer(lua_rawlen(stack.pointer, table)) + 1)
  }

  /// Adds a record after the last item of the list.
  package func append(
    record recordClass: LuaClass, _ fill: (LuaRecordBuilder) throws -> Void
  ) rethrows {
    try recordClass.pushRecord(on: stack, fill)
    lua_rawseti(stack.pointer, table, lua_Integer(lua_rawlen(stack.pointer, table)) + 1)
  }

  /// Puts neighbours in the list in another order: `order` says which of them, counted from 0, is
  /// to stand in each place from `first` on.
  package func arrange(from first: Int, _ order: [Int]) {
    let start = lua_Integer(first) + 1
    lua_createtable(stack.pointer, Int32(clamping: order.count), 0)
    for (place, item) in order.enumerated() {
      lua_rawgeti(stack.pointer, table, start + lua_Integer(item))
      lua_rawseti(stack.pointer, -2, lua_Integer(place) + 1)
    }
    for place in order.indices {
      lua_rawgeti(stack.pointer, -1, lua_Integer(place) + 1)
      lua_rawseti(stack.pointer, table, start + lua_Integer(place))
    }
    stack.pop()
  }

  private var target: LuaTarget { LuaTarget(stack: stack, state: state) }
}
