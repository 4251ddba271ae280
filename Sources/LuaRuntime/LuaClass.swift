import CLua
import CLuaGuard

/// A sort of record or object that scripts see: its name, its methods, its text.
///
/// A record has fields with `.`, which a script reads but cannot assign, and methods with `:`. An
/// object is a Swift object that the script holds; an adopted table stays as it is. One class
/// serves one of these.
package final class LuaClass {
  /// What messages call it, `note`.
  package let name: String
  /// The table of methods.
  package let methods: LuaTable
  private let metatable: LuaTable
  private let isSealed: Bool
  /// What makes its records; nil for a class whose records are filled as tables.
  private let layout: (shape: LuaTable, builder: LuaRecordBuilder)?

  /// Makes a class of objects or of tables that are adopted.
  package init(_ name: String, in state: LuaState) {
    self.name = name
    isSealed = false
    layout = nil
    let methods = state.makeTable()
    self.methods = methods
    metatable = state.makeTable { table in
      table.set("__name", name)
      table.set("__index", methods)
    }
  }

  /// Makes a class of records: an assignment to a field throws what `refusal` answers, which gets
  /// the name of the class and that of the field.
  ///
  /// - Parameter fields: their names, where its records are made by a `LuaRecordBuilder`.
  package init(
    records name: String, fields: [LuaKey] = [], in state: LuaState,
    refusal: @escaping (String, String) -> any Error
  ) {
    self.name = name
    isSealed = true
    layout = fields.isEmpty ? nil : (Self.shape(of: fields, in: state), .init(fields: fields.count))
    let methods = state.makeTable()
    self.methods = methods
    metatable = state.makeTable { table in
      table.set("__name", name)
      table.set("__metatable", false)
      table.set("__methods", methods)
      table.setRecordFunctions(methods)
    }
    registerMetamethod("__newindex") { call in
      throw refusal(name, call.value(at: 2).text ?? call.kind(at: 2).name)
    }
  }

  /// Makes the class of the rows of one query: it remembers the columns and their order, which a
  /// table of Lua cannot. A column that is NULL is no field of the row.
  package init(columns: [String], in state: LuaState) {
    name = "row"
    isSealed = false
    layout = nil
    methods = state.makeTable()
    metatable = state.makeTable { table in
      table.set(LuaTable.columnsKey) { list in
        for column in columns { list.append(column) }
      }
    }
  }

  /// Adds a method: the record or object is argument 1.
  package func register(
    _ method: String, _ body: @escaping (LuaCall) throws -> LuaResults
  ) {
    methods.register(method, as: "\(name):\(method)", body)
  }

  /// Sets a function of the metatable: `__tostring`, `__len`, `__eq`, `__index`, `__newindex`...
  package func registerMetamethod(
    _ metamethod: String, _ body: @escaping (LuaCall) throws -> LuaResults
  ) {
    metatable.register(metamethod, as: "\(name).\(metamethod)", body)
  }

  /// Makes an existing table a record of the class.
  package func adopt(_ table: LuaTable) { table.setMetatable(metatable) }

  /// Whether a value is a record or object of the class.
  package func contains(_ value: LuaValue) -> Bool {
    let stack = methods.reference.state.stack
    guard stack.hasRoom(4) else { return false }
    stack.push(value)
    defer { stack.pop() }
    return isClass(ofValueAt: -1, on: stack)
  }

  /// Wraps a Swift object for scripts; Lua holds it strongly.
  package func makeObject(_ object: AnyObject) -> LuaObject {
    let state = methods.reference.state
    let stack = state.stack
    precondition(stack.hasRoom(8), "the Lua stack is full")
    metatable.reference.push(on: stack)
    guard_push_object(stack.pointer, Unmanaged.passRetained(object).toOpaque())
    return LuaObject(reference: LuaReference(takingTopOf: stack, state: state))
  }

  /// Pushes a record whose fields `fill` adds, in their order.
  func pushRecord(
    on stack: LuaStack, _ fill: (LuaRecordBuilder) throws -> Void
  ) rethrows {
    guard let layout else { preconditionFailure("\(name) has no list of fields") }
    precondition(stack.hasRoom(8), "the Lua stack is full")
    layout.builder.begin()
    try fill(layout.builder)
    layout.shape.reference.push(on: stack)
    layout.builder.push(on: stack)
    metatable.reference.push(on: stack)
    lua_setmetatable(stack.pointer, -2)
  }

  private static func shape(of fields: [LuaKey], in state: LuaState) -> LuaTable {
    state.makeTable { shape in
      for (place, field) in fields.enumerated() {
        shape.set(field, Int64(place + 1))
        shape.append(field.text.description)
      }
    }
  }

  /// Makes the table on top a record.
  func take(topOf stack: LuaStack) {
    if isSealed { guard_seal(stack.pointer) }
    metatable.reference.push(on: stack)
    lua_setmetatable(stack.pointer, -2)
  }

  func isClass(ofValueAt index: Int32, on stack: LuaStack) -> Bool {
    guard stack.hasRoom(2), lua_getmetatable(stack.pointer, index) != 0 else { return false }
    metatable.reference.push(on: stack)
    defer { stack.pop(2) }
    return lua_rawequal(stack.pointer, -1, -2) != 0
  }
}
