import Cloud
import EmbeddedCloud
import LuaRuntime
import Schema
import Vocabulary
import World

/// The cloud of a world as a script has it: what a device can ask it, and what its operator and
/// other clients do with it.
enum WorldCloudTable {
  static func make(_ world: SmallWorld, in state: LuaState) -> LuaTable {
    let cloud = state.makeTable()
    let entry = ScriptAPI.cloudRows
    cloud.register(entry.lastName, as: entry.name) { lua in
      let link = first(of: world).device.link
      return try ScriptAPI.rows(through: link, try entry.call(lua, nil))
    }
    let entitle = ScriptAPI.cloudEntitle
    cloud.register(entitle.lastName, as: entitle.name) { lua in
      let link = first(of: world).device.link
      let call = try entitle.call(lua, nil)
      let results = try ScriptAPI.entitle(through: link, call)
      let end = try call.optionalText(2).map { "until \($0)" } ?? "without end"
      world.recorder?.noteCloud("\(try call.text(1)) may sync \(end)")
      return results
    }
    addPost(to: cloud, of: world)
    let cloudClass = LuaClass("world_cloud", in: state)
    var backup: [UInt8]?
    WorldTable.add(WorldEntries.backup, to: cloudClass) { call in
      backup = try world.cloud.backup()
      world.recorder?.noteCloud("is backed up")
      return call.lua.result()
    }
    WorldTable.add(WorldEntries.restore, to: cloudClass) { call in
      guard let backup else {
        throw APIError.badValue(
          argument: "cloud", problem: "has no backup", hint: "call :backup() first")
      }
      try world.cloud.restore(backup)
      world.recorder?.noteCloud("is restored from its backup")
      return call.lua.result()
    }
    WorldTable.add(WorldEntries.upgradeCloud, to: cloudClass) { call in
      try world.upgradeCloud()
      return call.lua.result()
    }
    addWrites(to: cloudClass, of: world)
    cloudClass.adopt(cloud)
    return cloud
  }

  private static func addPost(to cloud: LuaTable, of world: SmallWorld) {
    let inbox = ScriptAPI.cloudInbox
    cloud.register(inbox.lastName, as: inbox.name) { lua in
      try ScriptAPI.inbox(through: first(of: world).device.link, try inbox.call(lua, nil))
    }
    let provider = ScriptAPI.cloudIdentityProvider
    cloud.register(provider.lastName, as: provider.name) { lua in
      try ScriptAPI.identityProvider(
        through: first(of: world).device.link, world.clock, try provider.call(lua, nil))
    }
  }

  private static func addWrites(to cloudClass: LuaClass, of world: SmallWorld) {
    WorldTable.add(WorldEntries.write, to: cloudClass) { call in
      guard let row = try LuaJSON.json(call.value(2)).object else {
        throw APIError.badValue(
          argument: "row", problem: "names no columns", hint: "give {column = value}")
      }
      let table = try call.text(1)
      let name = try plainly(world, call) { try world.cloud.plainWrite(table, row, as: $0) }
      world.recorder?.noteCloud(
        "another client writes \(table)", details: [JSONValue.object(row).text])
      return call.lua.results([name.map { .string($0.id.text) } ?? .nil])
    }
    WorldTable.add(WorldEntries.delete, to: cloudClass) { call in
      guard let id = RecordID(try call.text(2)) else {
        throw APIError.badValue(argument: "id", problem: "is no UUID", hint: "rows carry one")
      }
      let name = RowName(table: try call.text(1), id: id)
      let wasThere = try plainly(world, call) { try world.cloud.plainDelete(name, as: $0) }
      world.recorder?.noteCloud("another client deletes of \(name.table)", details: [name.id.text])
      return call.lua.result(wasThere)
    }
  }

  /// Runs a write as the person whose device is named.
  private static func plainly<T>(
    _ world: SmallWorld, _ call: APICall, _ body: (RecordID) throws -> T
  ) throws -> T {
    let device = try world.device(named: call) ?? first(of: world)
    guard let session = try device.device.link.keeper?.current() else {
      throw CloudError.notSignedIn(.never)
    }
    do { return try body(session.userID) } catch let refusal as RESTRefusal {
      throw CloudError.refused(status: 400, code: refusal.code, message: refusal.message)
    }
  }

  /// Whose account is meant where none is named.
  private static func first(of world: SmallWorld) -> WorldDevice {
    world.devices.first { $0.isSignedIn && !$0.isDown } ?? world.devices[0]
  }
}
