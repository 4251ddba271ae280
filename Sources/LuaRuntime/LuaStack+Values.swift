import CLua
import CLuaGuard

extension LuaKind {
  init(_ type: Int32) {
    switch type {
    case LUA_TNONE: self = .none
    case LUA_TNIL: self = .nil
    case LUA_TBOOLEAN: self = .boolean
    case LUA_TNUMBER: self = .number
    case LUA_TSTRING: self = .string
    case LUA_TTABLE: self = .table
    case LUA_TFUNCTION: self = .function
    default: self = .other
    }
  }
}

extension LuaStack {
  /// As `kind`, telling null and our objects from other userdata.
  func exactKind(at index: Int32) -> LuaKind {
    let kind = kind(at: index)
    guard kind == .other else { return kind }
    if guard_is_null(pointer, index) { return .null }
    return guard_to_object(pointer, index) == nil ? .other : .object
  }

  /// The value at `index`; references are taken for what is no plain value.
  func value(at index: Int32, of state: LuaState) -> LuaValue {
    switch exactKind(at: index) {
    case .none, .nil: .nil
    case .boolean: .boolean(lua_toboolean(pointer, index) != 0)
    case .number: number(at: index)
    case .string: text(at: index)
    case .table: .table(LuaTable(reference: reference(to: index, of: state)))
    case .function: .function(LuaFunction(reference: reference(to: index, of: state)))
    case .object: .object(LuaObject(reference: reference(to: index, of: state)))
    case .null: .null
    case .other: .other(reference(to: index, of: state))
    }
  }

  /// Takes the values above `floor` off the stack, in their order.
  func takeValues(above floor: Int32, of state: LuaState) -> [LuaValue] {
    let top = top
    guard top > floor else { return [] }
    let values = (floor + 1...top).map { value(at: $0, of: state) }
    pop(top - floor)
    return values
  }

  func reference(to index: Int32, of state: LuaState) -> LuaReference {
    lua_pushvalue(pointer, index)
    return LuaReference(takingTopOf: self, state: state)
  }

  func push(_ value: LuaValue) {
    switch value {
    case .nil: pushNil()
    case .boolean(let boolean): push(boolean)
    case .integer(let integer): push(integer)
    case .number(let number): push(number)
    case .string(let text): push(text)
    case .bytes(let bytes): bytes.withUnsafeBufferPointer { push($0) }
    case .table(let table): table.reference.push(on: self)
    case .function(let function): function.reference.push(on: self)
    case .object(let object): object.reference.push(on: self)
    case .null: guard_push_null(pointer)
    case .other(let reference): reference.push(on: self)
    }
  }

  private func number(at index: Int32) -> LuaValue {
    if lua_isinteger(pointer, index) != 0 { return .integer(lua_tointegerx(pointer, index, nil)) }
    return .number(lua_tonumberx(pointer, index, nil))
  }

  /// The name in a record's metatable, past its metamethods; nil where there is none.
  func className(at index: Int32) -> String? {
    guard lua_getmetatable(pointer, index) != 0 else { return nil }
    pushField("__name", of: -1)
    defer { pop(2) }
    guard kind(at: -1) == .string else { return nil }
    return withText(at: -1) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a table's metatable says how it is written.
  func hasOwnText(at index: Int32) -> Bool {
    guard lua_getmetatable(pointer, index) != 0 else { return false }
    pushField("__tostring", of: -1)
    defer { pop(2) }
    return kind(at: -1) != .nil
  }

  private func text(at index: Int32) -> LuaValue {
    withText(at: index) { bytes in
      if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
      return .bytes(Array(bytes))
    }
  }
}
