import EmbeddedCloud
import LuaRuntime
import Schema
import Vocabulary
import World

/// A world as a script has it: a table with a field for each device, `cloud`, and methods.
///
/// The functions in the table hold the world, nothing else does: it goes when the script drops it.
struct WorldTable {
  let table: LuaTable
  private let world: SmallWorld
  private let state: LuaState

  init(_ world: SmallWorld, in state: LuaState) throws {
    self.world = world
    self.state = state
    table = state.makeTable()
    for device in world.devices { table[device.name] = .table(DeviceTable.make(device, in: state)) }
    table["cloud"] = .table(WorldCloudTable.make(world, in: state))
    let worldClass = LuaClass("world", in: state)
    addMethods(to: worldClass)
    worldClass.adopt(table)
  }

  private func addMethods(to worldClass: LuaClass) {
    let world = world
    Self.add(WorldEntries.advance, to: worldClass) { call in
      let duration = try call.duration(1)
      guard duration >= .zero else {
        throw APIError.badValue(
          argument: "by", problem: "goes back in time, which nobody can",
          hint: "advance by 0s or more; device:skew(\"-1h\") puts one clock back")
      }
      world.advance(duration)
      return call.lua.result()
    }
    Self.add(WorldEntries.settle, to: worldClass) { call in
      call.lua.result(Int64(try world.settle()))
    }
    Self.add(WorldEntries.diff, to: worldClass) { call in
      let state = call.lua.state
      return call.lua.list(try world.differences(), fields: 6) { difference, table in
        table.set("device", difference.device)
        table.set("table", difference.row.table)
        table.set("cloud_id", difference.row.id.text)
        table.set("column", difference.column)
        table.set("here", difference.here.map { LuaJSON.luaValue($0.value, in: state) })
        table.set("there", difference.there.map { LuaJSON.luaValue($0.value, in: state) })
      }
    }
    Self.add(WorldEntries.report, to: worldClass) { call in
      if call.lua.state.isSandboxed { throw APIError.inSandbox(function: call.entry.name) }
      let flow = world.recorder?.flow ?? Flow(title: "A world", lanes: [])
      try NewFile.replace(
        try call.text(1), beginning: FlowPage.beginning, with: Array(FlowPage(flow).html.utf8))
      return call.lua.result(Int64(flow.events.count))
    }
    Self.add(WorldEntries.fail, to: worldClass) { call in
      try Self.fail(world, call)
      return call.lua.result()
    }
  }

  private static func fail(_ world: SmallWorld, _ call: APICall) throws {
    var fault = Fault()
    if let status = call.integerOption("status") {
      guard (400...599).contains(status) else {
        throw APIError.badValue(
          argument: "status", problem: "is \(status)", hint: "give 400 to 599")
      }
      fault.status = Int(status)
    }
    fault.losesReply = call.booleanOption("lose_reply") ?? false
    fault.isDoubled = call.booleanOption("duplicate") ?? false
    fault.isDropped = call.booleanOption("drop") ?? false
    fault.isPortal = call.booleanOption("portal") ?? false
    fault.expiresToken = call.booleanOption("expire_token") ?? false
    if let latency = try call.textOption("latency"), !latency.isEmpty {
      fault.latency = try DurationText.duration(latency, "latency")
    }
    guard fault != Fault() else {
      throw APIError.badValue(
        argument: "the options", problem: "name no fault",
        hint: "give status, lose_reply, duplicate, expire_token, portal, latency or drop")
    }
    let times = call.integerOption("next") ?? 1
    guard (1...10_000).contains(times) else {
      throw APIError.badValue(argument: "next", problem: "is \(times)", hint: "give 1 to 10000")
    }
    let chosen = try world.device(named: call).map { [$0] } ?? world.devices
    for device in chosen { device.meet(fault, times: Int(times)) }
  }

  static func add(
    _ entry: FunctionEntry, to owner: LuaClass, _ body: @escaping (APICall) throws -> LuaResults
  ) {
    owner.register(entry.lastName) { lua in
      let call = try entry.call(lua, nil)
      do { return try body(call) } catch { throw call.naming(error) }
    }
  }
}

extension SmallWorld {
  /// The device that the option `device` names; nil where none is named.
  func device(named call: APICall) throws -> WorldDevice? {
    guard let name = try call.textOption("device") else { return nil }
    guard let device = device(name) else {
      throw APIError.unknownChoice(
        argument: "device", word: name, nearest: nil, known: devices.map(\.name))
    }
    return device
  }
}
