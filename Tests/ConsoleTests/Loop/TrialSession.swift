@testable import LuaAPI
import LuaRuntime
import Vocabulary

@testable import Console

/// A session with a few functions and no library.
final class TrialSession: Session {
  let lua: LuaState
  let standing = Standing(state: "offline", queued: 2, cloud: nil)
  var activity: [Int64] { [] }
  var keptChanges: Int64 { 0 }
  let functions = [
    FunctionHelp(
      name: "notes.get", parameters: ["id"], optionKeys: [], summary: "notes.get(id)",
      result: "note", isSecret: false),
    FunctionHelp(
      name: "collection:update", optionKeys: ["name"], summary: "collection:update{}",
      isSecret: false),
    FunctionHelp(
      name: "notes.add", parameters: ["ref", "text"], optionKeys: ["tags", "collection"],
      summary: "notes.add(ref, text)",
      isSecret: false),
    FunctionHelp(
      name: "note:update", optionKeys: ["text", "tags"], summary: "note:update{}", isSecret: false),
    FunctionHelp(
      name: "auth.sign_in", optionKeys: [], summary: "auth.sign_in(email, password)",
      isSecret: true),
  ]

  init(isSandboxed: Bool = false) throws {
    var options = LuaState.Options()
    options.isSandboxed = isSandboxed
    lua = try LuaState(options)
    for name in ["notes.add", "notes.find", "auth.sign_in"] {
      lua.register(name) { $0.result(1) }
    }
    let note = LuaClass("note", in: lua)
    note.register("update") { $0.result() }
    let table = lua.makeTable()
    table["id"] = .integer(1)
    note.adopt(table)
    lua.globals["n"] = .table(table)
  }

  func help(on name: String) -> String? {
    functions.first { $0.name == name }.map { "all of " + $0.summary }
  }

  var profile: String? { nil }
  var isAtRest: Bool { true }
  func requests(latest count: Int) -> [RequestEntry]? { nil }
  func draw(to path: String) throws -> Int { 0 }

  func words(
    for argument: String, of function: String, after typed: String, key: String?
  ) -> [ArgumentWord] {
    guard typed.isEmpty else { return [] }
    switch argument {
    case "text": return [ArgumentWord("grace"), ArgumentWord("truth")]
    case "tags": return [ArgumentWord("a-tag")]
    default: return []
    }
  }

  func owns(_ record: LuaValue) -> Bool { false }

  func close() { lua.close() }
}

/// Opens nothing but trial sessions.
final class TrialWorkplace: Workplace {
  func registry() throws -> Registry { try ScriptDesk().api.registry }
  func openSession() throws -> any Session { try TrialSession() }
  func openSession(recording terms: RecordingTerms) throws -> any Session { try TrialSession() }
  func openSession(profile: String) throws -> any Session { try TrialSession() }
  func openSession(testing terms: RecordingTerms) throws -> any Session { try TrialSession() }
  func serve(_ options: ServeOptions) throws -> ExitStatus { .success }
  func simulate(_ options: SimulateOptions) throws -> ExitStatus { .success }
  func writeSupabaseProject(_ options: SupabaseOptions) throws -> ExitStatus { .success }
  func sync() throws -> ExitStatus { .success }
  func examine() throws -> ExitStatus { .success }
  func backUp(to path: String) throws -> ExitStatus { .success }
  func restore(from path: String) throws -> ExitStatus { .success }
}

/// Inputs that come one after the other, and what was remembered of them.
final class TrialLines: LineSource {
  private var inputs: [String]
  private(set) var prompts: [String] = []
  private(set) var remembered: [String] = []

  init(_ inputs: [String]) { self.inputs = inputs.reversed() }

  func next(prompt: String) -> LineEntry? {
    prompts.append(prompt)
    return inputs.popLast().map { LineEntry(text: $0, isTyped: true) }
  }

  func remember(_ text: String) { remembered.append(text) }
  func forget(_ text: String) {}
}
