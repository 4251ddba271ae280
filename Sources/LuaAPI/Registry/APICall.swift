import Library
import LuaRuntime
import Vocabulary

/// A call of an API function whose arguments fit what is declared.
///
/// Positions count from 1 and leave out the record of a method. Options left out or nil are not
/// there; those that are `null` are.
struct APICall {
  let lua: LuaCall
  let entry: FunctionEntry
  /// The options that were given, by name.
  let options: GivenOptions
  private let offset: Int

  /// Checks the call; whatever does not fit is an error that names the argument. `classes` are
  /// those of the device it works on; nil where it works on none.
  init(_ lua: LuaCall, _ entry: FunctionEntry, _ classes: RecordClasses?) throws {
    self.lua = lua
    self.entry = entry
    offset = entry.isMethod ? 1 : 0
    let check = ArgumentCheck(lua: lua, entry: entry, offset: offset, classes: classes)
    try check.requireOwner()
    options = try check.run()
  }

  /// How many values there are by place, options not counted.
  var count: Int { lua.count - offset }

  func isMissing(_ position: Int) -> Bool { lua.isMissing(at: position + offset) }
  func value(_ position: Int) -> LuaValue { lua.value(at: position + offset) }

  /// The text at a position, checked as every text from a script: UTF-8 without U+0000.
  func text(_ position: Int) throws -> String {
    let argument = entry.parameters[position - 1].name
    return try lua.withBytes(at: position + offset) { (bytes) throws(LuaError) in
      Result { () throws(LibraryError) in
        try TextRule.text(bytes, argument, mayBeEmpty: true)
      }
    }.get()
  }

  /// The span of time at a position; 0 needs no unit.
  func duration(_ position: Int) throws -> Duration {
    if value(position).isZero { return .zero }
    return try DurationText.duration(
      try text(position), entry.parameters[position - 1].name)
  }

  func optionalText(_ position: Int) throws -> String? {
    isMissing(position) ? nil : try text(position)
  }

  func integer(_ position: Int) throws -> Int64 { try lua.integer(at: position + offset) }

  /// The id of a record, or the id itself.
  func id(_ position: Int) throws -> Int64 {
    if let id = lua.integerField("id", at: position + offset) { return id }
    return try integer(position)
  }

  /// The texts at a position: one, or a list.
  func texts(_ position: Int) throws -> [String] {
    try Self.texts(value(position), entry.parameters[position - 1].name, of: entry)
  }

  /// The id of the record that a method was called on.
  func ownID() throws -> Int64 {
    guard let id = lua.integerField("id", at: 1) else {
      throw APIError.withoutRecord(method: entry.name)
    }
    return id
  }

  // MARK: - Options

  func textOption(_ name: String) throws -> String? {
    try options[name].flatMap { $0.kind == .null ? nil : try Self.text($0, name) }
  }

  func integerOption(_ name: String) -> Int64? { options[name]?.integer }
  func booleanOption(_ name: String) -> Bool? { options[name]?.boolean }

  func textsOption(_ name: String) throws -> [String]? {
    try options[name].map { try Self.texts($0, name, of: entry) }
  }

  /// The id of a record option; `.some(nil)` for `null`.
  func idOption(_ name: String) -> Int64?? {
    guard let value = options[name] else { return nil }
    if value.kind == .null { return .some(nil) }
    return .some(value.integer ?? value.table?["id"].integer)
  }

  /// Refuses a call of what cannot be taken back unless it says `confirm = true`.
  func requireConfirmation() throws {
    guard booleanOption("confirm") == true else {
      throw APIError.badValue(
        argument: "confirm", problem: "is not true",
        hint: "\(entry.name){confirm = true} does it, and it cannot be taken back")
    }
  }

  // MARK: - Texts from values

  private static func text(_ value: LuaValue, _ name: String) throws -> String {
    switch value {
    case .string(let text):
      try TextRule.check(text, name, mayBeEmpty: true)
      return text
    case .bytes(let bytes):
      return try bytes.withUnsafeBufferPointer { buffer in
        Result { () throws(LibraryError) in try TextRule.text(buffer, name, mayBeEmpty: true) }
      }.get()
    default: return ""
    }
  }

  private static func texts(
    _ value: LuaValue, _ name: String, of entry: FunctionEntry
  ) throws -> [String] {
    guard let list = value.table else { return [try text(value, name)] }
    let items = list.items
    try list.forEach { key, _ in
      if let place = key.integer, (1...max(1, items.count)).contains(Int(clamping: place)) {
        return
      }
      if let place = key.integer, place > 0 {
        throw APIError.badValue(
          argument: name,
          problem: "of \(entry.name) has item \(place) and no item \(items.count + 1)",
          hint: "a list has an item at every place from 1 on")
      }
      throw APIError.badValue(
        argument: name, problem: "of \(entry.name) has the key '\(key.text ?? key.kind.name)'",
        hint: "a list has no names: {\"one\", \"two\"}")
    }
    return try items.map { item in
      guard item.kind == .string else {
        throw APIError.wrongType(
          function: entry.name, argument: "an item of \(name)", expected: "text",
          found: item.kind.name)
      }
      return try text(item, name)
    }
  }
}

extension LuaValue {
  /// Whether it is the number 0.
  var isZero: Bool {
    switch self {
    case .integer(let number): number == 0
    case .number(let number): number == 0
    default: false
    }
  }
}
