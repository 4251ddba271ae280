import LuaRuntime
import Store
import Vocabulary
import World

/// A device of a world as a script has it: a table with every module, and methods.
enum DeviceTable {
  static func make(_ device: WorldDevice, in state: LuaState) -> LuaTable {
    let root = state.makeTable()
    _ = ScriptAPI(state, device: device.device, root: root)
    let deviceClass = LuaClass("device", in: state)
    WorldTable.add(WorldEntries.offline, to: deviceClass) { call in
      device.isOffline = true
      return call.lua.result()
    }
    WorldTable.add(WorldEntries.online, to: deviceClass) { call in
      device.isOffline = false
      return call.lua.result()
    }
    WorldTable.add(WorldEntries.skew, to: deviceClass) { call in
      device.skew = try call.duration(1)
      return call.lua.result()
    }
    WorldTable.add(WorldEntries.crash, to: deviceClass) { call in
      if let change = call.integerOption("at") {
        try crash(device, at: change, call)
        return call.lua.results([call.lua.value(at: 1)])
      }
      let percent = call.integerOption("keep") ?? 50
      guard (0...100).contains(percent) else {
        throw APIError.badValue(argument: "keep", problem: "is \(percent)", hint: "give 0 to 100")
      }
      device.crash(keeping: Int(percent))
      return call.lua.results([call.lua.value(at: 1)])
    }
    WorldTable.add(WorldEntries.restart, to: deviceClass) { call in
      try start(call, device) { try device.restart() }
      return call.lua.results([call.lua.value(at: 1)])
    }
    WorldTable.add(WorldEntries.upgrade, to: deviceClass) { call in
      try start(call, device) { try device.upgrade() }
      return call.lua.results([call.lua.value(at: 1)])
    }
    deviceClass.adopt(root)
    return root
  }

  private static func crash(_ device: WorldDevice, at change: Int64, _ call: APICall) throws {
    guard call.integerOption("keep") == nil else {
      throw APIError.badValue(
        argument: "keep", problem: "does not go with at", hint: "leave one of them out")
    }
    guard (1...1_000_000).contains(change) else {
      throw APIError.badValue(
        argument: "at", problem: "is \(change)", hint: "give 1, the next change, to 1000000")
    }
    device.disk.fail(at: Int(change))
  }

  /// The modules of the device that was are replaced: whoever kept one of them is told so.
  private static func start(
    _ call: APICall, _ device: WorldDevice, _ body: () throws -> Void
  ) throws {
    guard let root = call.lua.value(at: 1).table else { return }
    try body()
    var names: [String] = []
    try root.forEach { key, _ in if let name = key.text { names.append(name) } }
    for name in names { root[name] = .nil }
    _ = ScriptAPI(call.lua.state, device: device.device, root: root)
  }
}
