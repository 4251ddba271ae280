import CLua
import CLuaGuard

extension Int: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(Int64(self)) }
}

extension Int64: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(self) }
}

extension Double: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(self) }
}

extension Bool: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(self) }
}

extension String: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(self) }
}

extension LuaValue: LuaWritable {
  package func push(on target: LuaTarget) { target.stack.push(self) }
}

extension LuaTable: LuaWritable {
  package func push(on target: LuaTarget) { reference.push(on: target.stack) }
}

extension LuaFunction: LuaWritable {
  package func push(on target: LuaTarget) { reference.push(on: target.stack) }
}

extension LuaObject: LuaWritable {
  package func push(on target: LuaTarget) { reference.push(on: target.stack) }
}

extension Optional: LuaWritable where Wrapped: LuaWritable {
  package func push(on target: LuaTarget) {
    if let self { self.push(on: target) } else { target.stack.pushNil() }
  }
}

extension Array: LuaWritable where Element: LuaWritable {
  /// A list.
  package func push(on target: LuaTarget) {
    precondition(target.stack.hasRoom(4), "the Lua stack is full")
    let list = LuaTableBuilder(on: target.stack, state: target.state, items: count)
    for element in self { list.append(element) }
  }
}
