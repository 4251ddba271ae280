import LuaRuntime
import Vocabulary

/// `expect(v):equals(x)` and what else may be claimed of a value.
struct Expectation {
  private let reader: LuaReader
  private let claims: LuaClass
  private let state: Unowned

  /// A reference to the state that does not keep it.
  private struct Unowned {
    unowned let lua: LuaState
  }

  /// Gives `expect` to the scripts of a state.
  static func install(in lua: LuaState) {
    let expectation = Expectation(lua)
    expectation.register()
    lua.register("expect") { call in
      guard call.count > 0 else {
        throw call.mismatch(at: 1, expected: "a value")
      }
      return call.results([.table(expectation.claim(about: call.value(at: 1)))])
    }
  }

  private init(_ lua: LuaState) {
    reader = LuaReader(lua)
    claims = LuaClass("expectation", in: lua)
    state = Unowned(lua: lua)
  }

  private func claim(about value: LuaValue) -> LuaTable {
    let table = table(about: value, isNegated: false)
    table["never"] = .table(self.table(about: value, isNegated: true))
    return table
  }

  private func table(about value: LuaValue, isNegated: Bool) -> LuaTable {
    let table = state.lua.makeTable()
    table["value"] = value
    table["negated"] = .boolean(isNegated)
    claims.adopt(table)
    return table
  }

  private func register() {
    add("equals") { claim in
      let expected = claim.argument
      let lines = try Difference(claim.value, expected: expected, reader).lines
      return (lines.isEmpty, "equal \(try claim.text(expected))", lines)
    }
    add("is") { claim in
      let same = try isIdentical(claim.value, claim.argument)
      return (same, "be \(try claim.text(claim.argument))", try claim.got)
    }
    add("contains") { claim in try contains(claim) }
    add("has_length") { claim in
      let count = try claim.call.integer(at: 2)
      let length = try length(claim)
      return (length == count, "have length \(count)", ["its length is \(length)"])
    }
    add("matches") { claim in
      let pattern = try claim.call.string(at: 2)
      return (try matches(claim, pattern), "match '\(pattern)'", try claim.got)
    }
    add("is_nil") { claim in (claim.value.isNil, "be nil", try claim.got) }
    add("is_true") { claim in (claim.value.boolean == true, "be true", try claim.got) }
    add("is_false") { claim in (claim.value.boolean == false, "be false", try claim.got) }
    add("is_a") { claim in
      let name = try claim.call.string(at: 2)
      let kind = claim.value.table?.className ?? ""
      return (
        claim.value.kind.name == name || kind == name, "be a \(name)",
        ["it is a \(kind.isEmpty ? claim.value.kind.name : kind)"]
      )
    }
    claims.register("errors") { call in try errors(call) }
  }

  /// A claim under test.
  private struct Claim {
    let call: LuaCall
    let value: LuaValue
    let reader: LuaReader

    var argument: LuaValue { call.value(at: 2) }
    var got: [String] { get throws { ["it is \(try text(value))"] } }
    func text(_ value: LuaValue) throws -> String {
      Difference.cut(LuaText.oneLine(try reader.shown(value)))
    }
  }

  private func add(
    _ name: String, _ check: @escaping (Claim) throws -> (Bool, String, [String])
  ) {
    claims.register(name) { call in
      let table = try call.table(at: 1)
      let needsArgument = !["is_nil", "is_true", "is_false"].contains(name)
      if needsArgument, call.count < 2 { throw call.mismatch(at: 2, expected: "a value") }
      let claim = Claim(call: call, value: table["value"], reader: reader)
      let (holds, words, lines) = try check(claim)
      let isNegated = table["negated"].boolean == true
      guard holds == isNegated else { return call.results([.table(table)]) }
      if isNegated { throw ExpectationFailure("expected it not to \(words)", try claim.got) }
      throw ExpectationFailure("expected it to \(words)", lines)
    }
  }

  private func isIdentical(_ one: LuaValue, _ other: LuaValue) throws -> Bool {
    switch (one, other) {
    case (.table(let one), .table(let other)): one.reference.isSame(as: other.reference)
    case (.function(let one), .function(let other)): one.reference.isSame(as: other.reference)
    default: try Difference(one, expected: other, reader).lines.isEmpty
    }
  }

  private func contains(_ claim: Claim) throws -> (Bool, String, [String]) {
    let words = "contain \(try claim.text(claim.argument))"
    if let text = claim.value.text {
      let part = try claim.call.string(at: 2)
      return (text.contains(part), words, try claim.got)
    }
    guard let table = claim.value.table, let part = claim.argument.table else {
      throw claim.call.mismatch(at: 2, expected: "text for a text, a table for a table")
    }
    let items = part.items
    guard !items.isEmpty else {
      let lines = try Difference(
        claim.value, expected: claim.argument, isPart: true, reader
      ).lines
      return (lines.isEmpty, words, lines)
    }
    let missing = try items.filter { item in
      try !table.items.contains {
        try Difference($0, expected: item, isPart: true, reader).lines.isEmpty
      }
    }
    return (missing.isEmpty, words, try missing.map { "missing: \(try claim.text($0))" })
  }

  private func length(_ claim: Claim) throws -> Int64 {
    switch claim.value {
    case .table:
      // By Lua's own operator: a module such as queue has a length of its own.
      guard case .complete(let length, _) = state.lua.load("return #...", name: "length")
      else { return 0 }
      return try length.call([claim.value]).first?.integer ?? 0
    case .string(let text): return Int64(text.utf8.count)
    case .bytes(let bytes): return Int64(bytes.count)
    default: throw ExpectationFailure("expected it to have a length", try claim.got)
    }
  }

  private func matches(_ claim: Claim, _ pattern: String) throws -> Bool {
    guard let text = claim.value.text,
      let find = state.lua.globals["string"].table?["find"].function
    else { return false }
    return try find.call([.string(text), .string(pattern)]).first?.isNil == false
  }

  /// What is raised must be of the kind, or have the text in its message.
  private func errors(_ call: LuaCall) throws -> LuaResults {
    let table = try call.table(at: 1)
    guard let function = table["value"].function else {
      throw ExpectationFailure(
        "expected a function that raises an error", ["write expect(function() … end):errors()"])
    }
    let isNegated = table["negated"].boolean == true
    let wanted = call.isMissing(at: 2) ? nil : try call.string(at: 2)
    do throws(LuaFailure) { try function.call() } catch {
      guard error.cause == .raised else { throw error }
      let fits = wanted.map { error.kind.rawValue == $0 || error.summary.contains($0) } ?? true
      if fits != isNegated { return call.results([Self.value(of: error, in: call.state)]) }
      throw ExpectationFailure(
        isNegated ? "expected no error" : "expected an error '\(wanted ?? "")'",
        ["it is \(error.kind.rawValue): \(error.summary)"])
    }
    if isNegated { return call.result() }
    throw ExpectationFailure(
      "expected an error" + (wanted.map { " '\($0)'" } ?? ""), ["there was none"])
  }

  private static func value(of failure: LuaFailure, in lua: LuaState) -> LuaValue {
    .table(
      lua.makeTable { table in
        table.set("kind", failure.kind.rawValue)
        table.set("code", failure.code)
        table.set("message", failure.summary)
        if let hint = failure.hint { table.set("hint", hint) }
      })
  }
}

/// A claim that does not hold.
struct ExpectationFailure: Explained {
  let summary: String

  init(_ words: String, _ lines: [String]) {
    summary = ([words] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  var kind: ErrorKind { .badValue }
  var code: String { "test.expectation" }
  var hint: String? { nil }
}
