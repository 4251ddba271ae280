import ChangeQueue
package import LuaRuntime
import Store
package import World

/// The functions that scripts have for one device: the prompt's own, or one of a world.
///
/// Its functions keep it alive. Its records do not: their methods say so when it is gone, which
/// happens only where a script drops a world and keeps a record of it.
package final class ScriptAPI {
  /// Whose library it works on.
  package let device: Device
  /// What is registered: help, completion and manuals are made from it.
  package private(set) var registry = Registry()
  let classes: RecordClasses
  let events = Events()
  /// What was chosen for the library before the account of that address was there.
  var earlyOffer: (email: String, offer: OtherOwnerOffer)?
  /// A session that waits until it is said what becomes of another's library.
  var heldSession: HeldSession?
  /// Who answers functions that ask; nil where nobody sits at a prompt.
  package var person: (any Person)?
  /// What became of who is signed in, and has not been followed yet.
  var sessionNews: [SessionNews] = []
  /// Who shows a person how far a sync has come; nil where nobody looks.
  package var audience: (any SyncAudience)?
  /// Why the last sync ended early; nil where it did not.
  var lastTrouble: String?
  /// Where modules are put while they are registered. It is not kept: its functions keep us.
  private var root: LuaTable?
  private var modules: [String: LuaTable] = [:]
  /// Functions of one module are registered one after the other.
  private var lastModule: (name: String, table: LuaTable)?
  unowned let state: LuaState
  /// Ctrl-C stops a long query too.
  private var stop: StopAction?

  /// Registers all modules for a device.
  ///
  /// `root` is nil for the globals; then functions that need no device are registered too.
  package init(_ state: LuaState, device: Device, root: LuaTable? = nil) {
    self.state = state
    self.device = device
    self.root = root
    stop = StopAction(in: state, context: device.database.connection.interruptContext) {
      Connection.interrupt($0)
    }
    let interrupter = LuaInterrupter(state)
    device.database.connection.stop { interrupter.isStopping }
    let kept = KeptFields()
    classes = RecordClasses(in: state) { kept.refusal(record: $0, field: $1) }
    registerNotes()
    registerNoteMethods()
    registerCollections()
    registerHighlights()
    registerHighlightCollections()
    registerBookmarks()
    registerTopics()
    registerPreferences()
    registerProgress()
    registerDepth()
    registerSessions()
    registerFlags()
    registerExplain()
    registerReferences()
    registerPlans()
    registerQueue()
    registerSync()
    registerSyncPlan()
    registerSyncVerify()
    registerConflicts()
    registerAccount()
    registerCloud()
    registerPost()
    registerSQL()
    registerExport()
    registerImport()
    registerEvents()
    if root == nil {
      registerJSON()
      registerWorlds()
      registerHelp()
    }
    sealModules()
    self.root = nil
    modules = [:]
    lastModule = nil
    kept.learn(from: registry)
    followSession()
  }

  // The connection must not go before.
  deinit { stop = nil }

  /// Ends a held read, so that others' commits become visible. Due when a script ends.
  package func releaseRead() throws { try device.database.releaseRead() }

  /// Whether a value is a record of this device.
  package func owns(_ record: LuaValue) -> Bool { classes.all.contains { $0.contains(record) } }

  /// Adds a function to its module, or a method to its class.
  func register(
    _ entry: FunctionEntry, in owner: LuaClass? = nil,
    _ body: @escaping (ScriptAPI, APICall) throws -> LuaResults
  ) {
    registry.add(entry)
    guard let owner else {
      module(entry.owner).register(entry.lastName, as: entry.name) { [self] lua in
        try device.power.require()
        try requireWritable(for: entry)
        if entry.isSecret { entry.tellSecrets(of: lua) }
        return try Self.run(self, try entry.call(lua, classes), body)
      }
      return
    }
    let power = device.power
    owner.register(entry.lastName) { [weak self] lua in
      try power.require()
      guard let self else { throw APIError.worldGone(method: entry.name) }
      return try Self.run(self, try entry.call(lua, classes), body)
    }
  }

  /// What changes an account or a session writes files of the profile's too.
  private func requireWritable(for entry: FunctionEntry) throws {
    guard device.database.isReadOnly, entry.owner == "auth", !Self.looks.contains(entry.lastName)
    else { return }
    throw StoreError.readOnly(path: device.database.connection.path)
  }

  /// The functions of `auth` that change nothing.
  private static let looks: Set<String> = [
    "user", "session", "profile", "providers", "nonce", "authorize_url",
  ]

  private static func run(
    _ api: ScriptAPI, _ call: APICall, _ body: (ScriptAPI, APICall) throws -> LuaResults
  ) throws -> LuaResults {
    let results: LuaResults
    do { results = try body(api, call) } catch {
      if api.device.power.state == .running { try api.tellSessionNews() }
      throw call.naming(error)
    }
    api.device.onCall?(call.entry.name)
    try api.tellSessionNews()
    return results
  }

  /// Adds what is registered elsewhere to what help and completion know.
  func declare(_ entry: FunctionEntry) { registry.add(entry) }

  /// The table of a module, made where it lacks. Only while we are made.
  func module(_ name: String) -> LuaTable {
    if let lastModule, lastModule.name == name { return lastModule.table }
    let table = modules[name] ?? state.module(name, in: root)
    modules[name] = table
    lastModule = (name, table)
    return table
  }

  /// Lets no script put something else in the place of a function. Inner modules come first: the
  /// outer one holds them.
  private func sealModules() {
    for (name, table) in modules.sorted(by: { $0.key.utf8.count > $1.key.utf8.count })
    where !name.isEmpty {
      let sealed = table.sealed(
        assign: { [self] call in try assign(call, in: name) }, more: { metamethods(of: name, $0) })
      let dot = name.lastIndex(of: ".")
      let owner = dot.map { module(String(name[..<$0])) } ?? root ?? state.globals
      owner[dot.map { String(name[name.index(after: $0)...]) } ?? name] = .table(sealed)
    }
  }

  /// `notes.add = …` is refused; `prefs.theme = "light"` sets a preference.
  private func assign(_ call: LuaCall, in module: String) throws -> LuaResults {
    let field = call.value(at: 2).text ?? call.kind(at: 2).name
    guard module == Self.preferencesModule, registry["\(module).\(field)"] == nil else {
      throw APIError.functionAssigned(module: module, field: field)
    }
    return try assignPreference(call)
  }

  private func metamethods(of module: String, _ table: LuaTableBuilder) {
    if module == Self.queueModule { registerLength(table) }
  }
}
