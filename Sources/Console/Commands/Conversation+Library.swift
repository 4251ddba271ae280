import LuaRuntime

/// Whose library the prompt works on.
extension Conversation {
  /// `.profile` names the one that is open, `.profile NAME` opens another in its place.
  func switchProfile(to name: String) throws {
    guard !name.isEmpty else {
      output.write("\(home.session.profile ?? "none: the library is in memory or named by --db")\n")
      return
    }
    try requireNoRecording("profile", "its library is its own")
    guard home.session.isAtRest else {
      throw ConsoleError.command(
        "a transaction is open in this library", hint: "end it first")
    }
    // The new one first: where it cannot be opened, everything stays as it is.
    let session = try workplace.openSession(profile: name)
    let evaluator = Evaluator(session, output: output)
    evaluator.showStrayErrors(by: reporter)
    device = nil
    forgetResults()
    home.session.close()
    home = evaluator
    begin(evaluator)
    if let notice = session.notice { output.notice(notice) }
    output.notice("profile \(name); names that were defined before are gone")
  }

  /// `.device w.phone` lets the prompt speak as a device of a world; `.device` alone ends that.
  func switchDevice(to words: String) throws {
    try requireNoRecording("device", "a replay would not know of it")
    guard !words.isEmpty else {
      guard let device else {
        return output.write("no device of a world: the library is your own\n")
      }
      leave(device)
      return
    }
    if let device { leave(device) }
    let table = try deviceTable(words)
    let name = words.split { $0 == "." || $0 == " " }.last.map(String.init) ?? words
    var device = SpokenDevice(name: name, table: table)
    device.enter(evaluator.session.lua.globals)
    self.device = device
  }

  private func leave(_ device: SpokenDevice) {
    device.leave(evaluator.session.lua.globals)
    self.device = nil
  }

  /// A chain of names, or the name of a device of the only world there is.
  private func deviceTable(_ words: String) throws -> LuaTable {
    let tokens = LuaTokens(words).code
    if let table = evaluator.value(ofChainEndingAt: tokens.count - 1, in: tokens)?.table,
      table.className == "device"
    {
      return table
    }
    let worlds = evaluator.names.compactMap { evaluator.value(ofName: $0).table }
      .filter { $0.className == "world" }
    let devices = worlds.compactMap { $0[words].table }.filter { $0.className == "device" }
    guard devices.count == 1 else {
      throw ConsoleError.command(
        worlds.isEmpty
          ? "there is no world here" : "'\(words)' is no device of a world",
        hint: worlds.isEmpty ? "make one: w = world{}" : "name it like w.phone")
    }
    return devices[0]
  }
}

/// A device of a world whose modules stand in the place of the library's own.
struct SpokenDevice {
  let name: String
  private let table: LuaTable
  private var own: [(name: String, value: LuaValue)] = []

  init(name: String, table: LuaTable) {
    self.name = name
    self.table = table
  }

  /// Also called before each input: a device that was restarted has its modules made anew.
  mutating func enter(_ globals: LuaTable) {
    let isFirst = own.isEmpty
    var modules: [(String, LuaValue)] = []
    do {
      try table.forEach { key, value in
        if let name = key.text, value.table != nil || value.function != nil {
          modules.append((name, value))
        }
      }
    } catch { return }
    for (name, value) in modules {
      if isFirst { own.append((name, globals[name])) }
      globals[name] = value
    }
  }

  func leave(_ globals: LuaTable) { for (name, value) in own { globals[name] = value } }
}
