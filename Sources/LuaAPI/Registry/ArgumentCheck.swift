import Library
import LuaRuntime

/// Holds a call to what its function declares.
struct ArgumentCheck {
  let lua: LuaCall
  let entry: FunctionEntry
  /// 1 where the first value is a method's record.
  let offset: Int
  /// Of the device whose library the call works on.
  let classes: RecordClasses?

  private var hasOptions: Bool { !entry.options.isEmpty || entry.takesAnyOption }

  /// Refuses a method that was called without its record, or with one of another library.
  func requireOwner() throws {
    guard entry.isMethod else { return }
    guard lua.className(at: 1) == entry.owner else {
      throw APIError.withoutRecord(method: entry.name)
    }
    if let own = classes?.named(entry.owner), !lua.isRecord(at: 1, of: own) {
      throw APIError.otherLibrary(record: own.name, of: entry.name)
    }
  }

  /// The options that were given.
  func run() throws -> GivenOptions {
    let places = entry.parameters.count + offset
    if !entry.isVariadic {
      guard lua.count <= places + (hasOptions ? 1 : 0) else {
        throw APIError.tooMany(function: entry.name, signature: entry.signature)
      }
    }
    for (index, parameter) in entry.parameters.enumerated() {
      try check(parameter, at: index + 1 + offset)
    }
    guard hasOptions, !lua.isMissing(at: places + 1) else { return GivenOptions() }
    return try readOptions(at: places + 1)
  }

  private func check(_ parameter: Parameter, at position: Int) throws {
    if lua.isMissing(at: position) {
      guard parameter.isRequired, !(parameter.allowsNil && position <= lua.count) else { return }
      throw APIError.missing(
        function: entry.name, argument: parameter.name, expected: parameter.type.name)
    }
    guard fits(parameter.type, at: position) else {
      throw wrongType(parameter.name, parameter.type, lua.value(at: position))
    }
    if case .record = parameter.type { try requireOwn(lua.value(at: position)) }
    if case .choice(let words) = parameter.type {
      try check(lua.value(at: position), among: words, parameter.name)
    }
  }

  /// Does the value fit? Plain sorts are told without taking the value out of Lua.
  private func fits(_ type: ValueType, at position: Int) -> Bool {
    let kind = lua.kind(at: position)
    switch type {
    case .text, .reference, .choice: return kind == .string
    case .duration: return kind == .string || lua.value(at: position).isZero
    case .integer: return isInteger(at: position)
    case .number: return kind == .number
    case .boolean: return kind == .boolean
    case .function: return kind == .function
    case .table: return kind == .table
    case .texts: return kind == .string || kind == .table
    case .record(let name): return isInteger(at: position) || lua.className(at: position) == name
    case .any: return true
    }
  }

  private func isInteger(at position: Int) -> Bool {
    lua.kind(at: position) == .number && lua.value(at: position).integer != nil
  }

  // MARK: - Options

  private func readOptions(at position: Int) throws -> GivenOptions {
    guard lua.kind(at: position) == .table else {
      throw APIError.wrongType(
        function: entry.name, argument: Self.optionsName, expected: "a table",
        found: Self.describe(lua.value(at: position)))
    }
    var options = GivenOptions()
    try lua.forEachField(at: position) { key, value in
      guard let name = key.text else {
        throw APIError.unknownOption(
          function: entry.name, option: Self.describe(key), nearest: nil, known: optionNames)
      }
      options.add(name, value)
      guard let option = entry.options.first(where: { $0.name == name }) else {
        if entry.takesAnyOption { return }
        throw APIError.unknownOption(
          function: entry.name, option: name,
          nearest: Likeness.nearest(to: name, among: optionNames), known: optionNames)
      }
      try check(value, option)
    }
    return options
  }

  /// What errors call the table of options.
  static let optionsName = "the options"

  private var optionNames: [String] { entry.options.map(\.name) }

  private func check(_ value: LuaValue, _ option: OptionKey) throws {
    if option.allowsNull, value.kind == .null { return }
    guard fits(option.type, value) else { throw wrongType(option.name, option.type, value) }
    if case .record = option.type { try requireOwn(value) }
    if case .choice(let words) = option.type { try check(value, among: words, option.name) }
  }

  /// A number says nothing of the library it is of; a record does.
  private func requireOwn(_ value: LuaValue) throws {
    guard let name = value.table?.className, let own = classes?.named(name) else { return }
    guard own.contains(value) else { throw APIError.otherLibrary(record: name, of: entry.name) }
  }

  private func fits(_ type: ValueType, _ value: LuaValue) -> Bool {
    switch type {
    case .text, .reference, .choice: value.kind == .string
    case .duration: value.kind == .string || value.isZero
    case .integer: value.integer != nil
    case .number: value.kind == .number
    case .boolean: value.kind == .boolean
    case .function: value.kind == .function
    case .table: value.kind == .table
    case .texts: value.kind == .string || value.kind == .table
    case .record(let name): value.integer != nil || value.table?.className == name
    case .any: true
    }
  }

  // MARK: - What is wrong

  private func check(_ value: LuaValue, among words: [String], _ argument: String) throws {
    let word = value.text ?? ""
    guard !words.contains(word) else { return }
    throw APIError.unknownChoice(
      argument: argument, word: word, nearest: Likeness.nearest(to: word, among: words),
      known: words)
  }

  private func wrongType(_ name: String, _ type: ValueType, _ value: LuaValue) -> APIError {
    .wrongType(
      function: entry.name, argument: name, expected: type.name, found: Self.describe(value))
  }

  /// A value as messages name it; a text is not shown, as it may be long or secret.
  private static func describe(_ value: LuaValue) -> String {
    switch value {
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .table(let table): table.className ?? "table"
    default: value.kind == .string ? "text" : value.kind.name
    }
  }
}
