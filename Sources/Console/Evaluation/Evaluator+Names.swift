import LuaRuntime
import Vocabulary

/// What names stand for, found past all metamethods: nothing here runs a script's code.
extension Evaluator {
  /// The globals and the locals of earlier inputs, sorted.
  var names: [String] {
    (lines.localNames + fieldNames(in: [session.lua.globals])).sorted()
  }

  /// The value a name has; nil where there is none.
  func value(ofName name: String) -> LuaValue {
    let local = lines.localNames.contains(name) ? lines.value(of: name) : .nil
    return local.isNil ? session.lua.globals[name] : local
  }

  /// The value of `a.b.c` that ends at that token, or nil where it is no plain chain of names.
  func value(ofChainEndingAt end: Int, in tokens: [LuaToken]) -> LuaValue? {
    guard tokens.indices.contains(end), tokens[end].kind == .name else { return nil }
    guard end >= 1, tokens[end - 1].text == "." || tokens[end - 1].text == ":" else {
      return value(ofName: tokens[end].text)
    }
    guard tokens[end - 1].text == ".",
      let table = value(ofChainEndingAt: end - 2, in: tokens)?.table
    else { return nil }
    return table[tokens[end].text]
  }

  /// The tables where the fields and methods of a value are found, the value's own first.
  func tables(behind value: LuaValue) -> [LuaTable] {
    var tables: [LuaTable] = []
    var next = value
    // Bounded: a metatable may lead in a circle.
    for _ in 0..<8 {
      if let table = next.table { tables.append(table) }
      if let methods = next.table?.methods {
        next = .table(methods)
        continue
      }
      guard let metatable = metatable(of: next) else { break }
      next = metatable["__index"]
    }
    return tables
  }

  /// "did you mean 'find'?" for a name that Lua did not find, or nil.
  func hint(for error: any Explained, in source: String) -> String? {
    let parts = error.summary.split(separator: "'", omittingEmptySubsequences: false)
    guard error is LuaFailure, parts.count >= 3 else { return nil }
    let name = String(parts[1])
    if parts[0].hasSuffix("(global "), Conversation.leavingWords.contains(name) {
      return Conversation.leavingHint
    }
    if session.lua.isSandboxed, isOutside(name) { return Self.outsideHint }
    let known: [String]
    switch parts[0].suffix(8) {
    case "(global ": known = names
    case " (field ": known = siblings(of: name, at: error, in: source)
    case "(method ":
      let own = siblings(of: name, at: error, in: source)
      known = own.isEmpty ? methodNames : own
    default: return nil
    }
    return known.contains(name) ? nil : Nearest.hint(for: name, among: known)
  }

  /// What reaches files, processes and the machine: the sandbox has none of it.
  private func isOutside(_ name: String) -> Bool {
    ["io", "debug", "package", "require", "dofile", "loadfile"].contains(name)
      || ["execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname"].contains(name)
  }

  private static let outsideHint =
    "neither a recording nor --sandbox has it: nothing there reaches files or the machine"

  /// Where nobody knows whose method it should be: those of all records and of texts.
  private var methodNames: [String] {
    session.functions.compactMap {
      $0.name.split(separator: ":").dropFirst().first.map(String.init)
    }
      + fieldNames(in: [session.lua.globals["string"].table].compactMap(\.self))
  }

  /// What the table has beside a field that it lacks.
  private func siblings(of name: String, at error: any Explained, in source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = (error as? LuaFailure)?.position?.line, lines.indices.contains(line - 1)
    else { return [] }
    let tokens = LuaTokens(String(lines[line - 1])).code
    guard let place = tokens.indices.first(where: { $0 >= 2 && tokens[$0].text == name }),
      let owner = value(ofChainEndingAt: place - 2, in: tokens)
    else { return [] }
    return fieldNames(in: tables(behind: owner))
  }

  private func fieldNames(in tables: [LuaTable]) -> [String] {
    var names: [String] = []
    for table in tables {
      do {
        try table.forEach { key, _ in
          if let name = key.text { names.append(name) }
        }
      } catch { continue }
    }
    return names
  }

  private func metatable(of value: LuaValue) -> LuaTable? {
    guard let getMetatable = session.lua.globals["getmetatable"].function else { return nil }
    do { return try getMetatable.call([value]).first?.table } catch { return nil }
  }
}
