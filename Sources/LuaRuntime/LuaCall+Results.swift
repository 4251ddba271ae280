import CLua
import CLuaGuard

extension LuaCall {
  /// No value.
  package func result() -> LuaResults { LuaResults(count: 0) }

  /// One whole number.
  package func result(_ value: Int64) -> LuaResults {
    stack.push(value)
    return LuaResults(count: 1)
  }

  /// One text.
  package func result(_ value: String) -> LuaResults {
    stack.push(value)
    return LuaResults(count: 1)
  }

  /// One text of these bytes.
  package func result(bytes: UnsafeBufferPointer<UInt8>) -> LuaResults {
    stack.push(bytes)
    return LuaResults(count: 1)
  }

  /// One value of any other sort; nil gives nil.
  package func result<Value: LuaWritable>(_ value: Value) -> LuaResults {
    value.push(on: LuaTarget(stack: stack, state: state))
    return LuaResults(count: 1)
  }

  /// Several values.
  package func results(_ values: [LuaValue]) -> LuaResults {
    guard stack.hasRoom(Int32(clamping: values.count)) else { return result() }
    for value in values { stack.push(value) }
    return LuaResults(count: Int32(values.count))
  }

  /// One table, with the metatable of its class.
  package func table(
    _ recordClass: LuaClass? = nil, fields: Int = 0, items: Int = 0,
    _ fill: (LuaTableBuilder) throws -> Void
  ) rethrows -> LuaResults {
    let target = LuaTarget(stack: stack, state: state)
    try target.pushTable(recordClass, fields: fields, items: items, fill)
    return LuaResults(count: 1)
  }

  /// One record of a class that names its fields.
  package func record(
    _ recordClass: LuaClass, _ fill: (LuaRecordBuilder) throws -> Void
  ) rethrows -> LuaResults {
    try recordClass.pushRecord(on: stack, fill)
    return LuaResults(count: 1)
  }

  /// A list of records: `fill` is called once for each element.
  package func list<Elements: Collection>(
    _ elements: Elements, of recordClass: LuaClass? = nil, fields: Int = 0,
    _ fill: (Elements.Element, LuaTableBuilder) throws -> Void
  ) rethrows -> LuaResults {
    try table(items: elements.count) { list in
      for element in elements {
        try list.append(recordClass, fields: fields) { try fill(element, $0) }
      }
    }
  }
}
