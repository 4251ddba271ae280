import CLua
import CLuaGuard

/// The stack of one Lua thread, seen through the functions of Lua that can not raise.
///
/// Why: an error raised under a Swift frame would skip its cleanup. Only memory could fail here,
/// and the guard's allocator never lets it fail while Swift runs.
/// Source: https://www.lua.org/manual/5.4/manual.html#4.6
struct LuaStack {
  let pointer: OpaquePointer

  var top: Int32 { lua_gettop(pointer) }

  func pop(_ count: Int32 = 1) { guard_pop(pointer, count) }

  func kind(at index: Int32) -> LuaKind { LuaKind(lua_type(pointer, index)) }

  /// Makes room for values; false where a script nested too deep.
  func hasRoom(_ count: Int32) -> Bool { lua_checkstack(pointer, count) != 0 }

  func pushNil() { lua_pushnil(pointer) }

  func push(_ value: Bool) { lua_pushboolean(pointer, value ? 1 : 0) }

  func push(_ value: Int64) { lua_pushinteger(pointer, value) }

  func push(_ value: Double) { lua_pushnumber(pointer, value) }

  func push(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else {
      lua_pushlstring(pointer, "", 0)
      return
    }
    base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      _ = lua_pushlstring(pointer, $0, bytes.count)
    }
  }

  func push(_ text: String) {
    var text = text
    text.withUTF8 { push($0) }
  }

  func push(_ key: LuaKey) {
    key.text.utf8Start.withMemoryRebound(to: CChar.self, capacity: key.text.utf8CodeUnitCount + 1) {
      _ = lua_pushstring(pointer, $0)
    }
  }

  /// Gives the bytes of the text at `index`. It must be text: a number would change in its place.
  func withText<R, E: Error>(
    at index: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    var length = 0
    guard let start = lua_tolstring(pointer, index, &length) else {
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    return try body(bytes.bindMemory(to: UInt8.self))
  }

  /// The text at `index`, with U+FFFD where it is not UTF-8; nil where it is no text.
  func lossyText(at index: Int32) -> String? {
    guard kind(at: index) == .string else { return nil }
    return withText(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Pushes the field `key` of the table at `index`, past its metamethods.
  func pushField(_ key: LuaKey, of index: Int32) {
    let table = lua_absindex(pointer, index)
    push(key)
    lua_rawget(pointer, table)
  }
}

/// The name of a field, written in the program: Lua finds such text by its address.
package struct LuaKey: ExpressibleByStringLiteral, Sendable {
  let text: StaticString

  package init(stringLiteral text: StaticString) { self.text = text }
}
