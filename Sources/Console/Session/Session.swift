package import LuaAPI
package import LuaRuntime

/// A library with Lua on top: what one prompt or one script works on.
///
/// Guarantees: the API is registered in `lua`; `standing` reads what is known and never waits.
package protocol Session: AnyObject {
  /// The state that scripts run in. One session, one state.
  var lua: LuaState { get }
  /// What happened as the library was opened that its owner must know: an upgrade. Nil for nothing.
  var notice: String? { get }
  /// How things stand, for the prompt.
  var standing: Standing { get }
  /// Differs once anything was written, drawn or read off a virtual clock.
  var activity: [Int64] { get }
  /// Differs once anything was written that stayed.
  var keptChanges: Int64 { get }
  /// The profile whose library it is; nil for one in memory or beside the profiles.
  var profile: String? { get }
  /// Whether no transaction of a script is open.
  var isAtRest: Bool { get }
  /// Whether a value is a record of its library: a world in a script has records of others.
  func owns(_ record: LuaValue) -> Bool
  /// What is known of the functions in `lua`, from the one registry.
  var functions: [FunctionHelp] { get }
  /// Words that may stand next as that argument or option of a function, behind what is typed of it
  /// already: choices, colours, references, names and ids of what there is. It runs no script.
  /// `key` is what stands first in the call, for values that depend on it.
  func words(
    for argument: String, of function: String, after typed: String, key: String?
  ) -> [ArgumentWord]
  /// All that is known of a function, a module or a class of records by its name; nil for a name
  /// that is none.
  func help(on name: String) -> String?
  /// A person sits down at a prompt: what is done unasked there begins, unless it was decided
  /// otherwise.
  /// `person` answers functions that ask.
  func beginPrompt(with person: any Person)
  /// Called before each prompt; it never waits.
  func attend()
  /// What was asked of the library's cloud, the latest `count`, the oldest first; nil where no log
  /// is kept, as in memory.
  func requests(latest count: Int) -> [RequestEntry]?
  /// Draws requests, queue and conflicts as a page for a browser; how many events it shows.
  func draw(to path: String) throws -> Int
  /// Gives up the library and the state; both stay whole if the process ends without it.
  func close()
}

extension Session {
  /// Nothing happened.
  package var notice: String? { nil }
  /// Nothing is done unasked.
  package func beginPrompt(with person: any Person) {}
  /// Nothing is.
  package func attend() {}
}

/// What the console must know of a function to help with it.
package struct FunctionHelp: Sendable, Equatable {
  /// `notes.add`, or `note:update` for a method.
  package let name: String
  /// What it takes by place.
  package let parameters: [String]
  /// The keys of its table of options, in the order of its documentation.
  package let optionKeys: [String]
  /// What each of them says, in the same order.
  package let optionDocs: [String]
  /// The call with its parameters and one sentence, for `.help`.
  package let summary: String
  /// The class of the record that it gives, or other words.
  package let result: String
  /// Whether it is given a password, a code or a token.
  package let isSecret: Bool

  /// All that there is to know.
  package init(
    name: String, parameters: [String] = [], optionKeys: [String], optionDocs: [String] = [],
    summary: String, result: String = "", isSecret: Bool
  ) {
    self.optionDocs = optionDocs
    self.name = name
    self.parameters = parameters
    self.optionKeys = optionKeys
    self.summary = summary
    self.result = result
    self.isSecret = isSecret
  }

  /// The module or class that has it: `notes`; "" for a global function.
  var owner: String {
    name.lastIndex { $0 == "." || $0 == ":" }.map { String(name[..<$0]) } ?? ""
  }

  /// The last part of its name: `add`.
  var lastPart: Substring { name.split { $0 == "." || $0 == ":" }.last ?? "" }
}

/// How a library and its cloud stand.
package struct Standing: Sendable, Equatable {
  /// One word: `offline`, `online`, `guest`.
  package var state: String
  /// Edits the cloud has not confirmed; nil where there is no queue.
  package var queued: Int?
  /// A line for the banner, "cloud: this computer only"; nil says nothing.
  package var cloud: String?

  /// How things stand at one moment.
  package init(state: String, queued: Int?, cloud: String?) {
    self.state = state
    self.queued = queued
    self.cloud = cloud
  }
}

/// The program around the console: it opens libraries and runs what needs no prompt.
///
/// Errors: `Explained` ones are shown with their hint and decide the exit status.
package protocol Workplace: AnyObject {
  /// The library that the command line names.
  func openSession() throws -> any Session
  /// The library of another profile. Errors: what keeps it from being opened; then nothing changed.
  func openSession(profile: String) throws -> any Session
  /// A new library in memory, sandboxed, with that seed, clock and cloud.
  func openSession(recording terms: RecordingTerms) throws -> any Session
  /// A new library in memory for a test, with that seed, clock and cloud; sandboxed only if the
  /// command line says so.
  func openSession(testing terms: RecordingTerms) throws -> any Session
  /// The embedded cloud on loopback, until it is interrupted.
  func serve(_ options: ServeOptions) throws -> ExitStatus
  /// One sync without a prompt.
  func sync() throws -> ExitStatus
  /// What is wrong with library, profile and cloud, told line by line. Nothing is changed.
  func examine() throws -> ExitStatus
  /// A copy of the library in a file that is not there yet.
  func backUp(to path: String) throws -> ExitStatus
  /// A copy in the library's place; what was there is kept beside it.
  func restore(from path: String) throws -> ExitStatus
  /// The folder that deploys to a Supabase project.
  func writeSupabaseProject(_ options: SupabaseOptions) throws -> ExitStatus
  /// Every function that scripts have, and what is known of it.
  func registry() throws -> Registry
  /// Random worlds, until one breaks a promise.
  func simulate(_ options: SimulateOptions) throws -> ExitStatus
}
