import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  /// Only at the top: a world has no worlds.
  func registerWorlds() {
    register(WorldEntries.world) { api, call in
      let world = try api.makeWorld(call)
      world.recordFlow()
      let clock = world.clock
      try api.state.makeRepeatable(seed: clock.seed) { clock.now() }
      return call.lua.result(try WorldTable(world, in: api.state).table)
    }
    for entry in WorldEntries.all.dropFirst() { declare(entry) }
  }

  private func makeWorld(_ call: APICall) throws -> SmallWorld {
    let names = try call.textsOption("devices") ?? ["phone", "tablet"]
    try check(names)
    let start = try call.textOption("start") ?? "2026-01-01T00:00:00Z"
    guard let instant = Instant(start) else {
      throw APIError.badValue(
        argument: "start", problem: "is no time", hint: "write it like 2026-01-01T08:00:00Z")
    }
    return try SmallWorld(
      seed: UInt64(bitPattern: call.integerOption("seed") ?? 1), start: instant, devices: names,
      accounts: try accounts(call, names),
      confirmsEmail: call.booleanOption("confirm_email") ?? false)
  }

  /// Devices in one world. Why a bound: each is a database of its own.
  private static let deviceLimit = 16

  private func check(_ names: [String]) throws(APIError) {
    guard (1...Self.deviceLimit).contains(names.count) else {
      throw .badValue(
        argument: "devices", problem: "are \(names.count)",
        hint: "name 1 to \(Self.deviceLimit)")
    }
    let taken: Set<String> = ["cloud", "advance", "settle", "diff", "fail", "report"]
    for name in names {
      let isName = name.utf8.allSatisfy {
        (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5f
      }
      guard isName, let first = name.utf8.first, !(0x30...0x39).contains(first),
        !taken.contains(name)
      else {
        throw .badValue(
          argument: "devices", problem: "hold '\(name)', which cannot be a field of a world",
          hint: "use letters, digits and _")
      }
    }
    guard Set(names).count == names.count else {
      throw .badValue(
        argument: "devices", problem: "name one device twice",
        hint: "give each a name of its own")
    }
  }

  private func accounts(_ call: APICall, _ names: [String]) throws -> [String: String?] {
    guard let table = call.options["accounts"]?.table else { return [:] }
    var accounts: [String: String?] = [:]
    try table.forEach { key, value in
      guard let name = key.text, names.contains(name) else {
        throw APIError.unknownChoice(
          argument: "accounts", word: key.text ?? key.kind.name,
          nearest: key.text.flatMap { nearest($0, names) }, known: names)
      }
      if value.boolean == false {
        accounts[name] = .some(nil)
      } else if let account = value.text {
        accounts[name] = account
      } else {
        throw APIError.wrongType(
          function: call.entry.name, argument: "accounts.\(name)", expected: "text or false",
          found: value.kind.name)
      }
    }
    return accounts
  }
}
