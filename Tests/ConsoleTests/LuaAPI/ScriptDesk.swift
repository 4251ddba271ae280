import LuaAPI
import LuaRuntime
import Vocabulary
import World

/// A Lua state with the API of one device of a fresh world, whose cloud is in memory.
final class ScriptDesk {
  let world: SmallWorld
  let lua: LuaState
  let api: ScriptAPI

  /// Whether the device begins signed in, as those of a world do.
  init(isSignedIn: Bool = false, options: LuaState.Options = LuaState.Options()) throws {
    let guest: [String: String?] = ["here": nil]
    world = try SmallWorld(
      seed: 1, start: Instant(milliseconds: 1_767_225_600_000), devices: ["here"],
      accounts: isSignedIn ? [:] : guest)
    lua = try LuaState(options)
    api = ScriptAPI(lua, device: world.devices[0].device)
  }

  deinit { lua.close() }

  /// What a script returns.
  @discardableResult
  func run(_ text: String) throws -> [LuaValue] {
    switch lua.load(text, name: "test") {
    case .complete(let function, _): return try function.call()
    case .incomplete: throw ScriptFault(text: "the script is not finished: \(text)")
    case .syntaxError(let message, let line): throw ScriptFault(text: "\(line): \(message)")
    }
  }

  func text(_ script: String) throws -> String? { try run(script).first?.text }
  func integer(_ script: String) throws -> Int64? { try run(script).first?.integer }
  func boolean(_ script: String) throws -> Bool? { try run(script).first?.boolean }

  /// What a script that must fail raises.
  func failure(_ script: String) throws -> LuaFailure {
    do { try run(script) } catch let failure as LuaFailure { return failure }
    throw ScriptFault(text: "no error came from: \(script)")
  }
}

extension ScriptDesk {
  /// A world in which the phone's text lost to the tablet's, and both know: `w`, and the phone's
  /// note `n`.
  static let lostText = """
    local w = world{seed = 7, devices = {"phone", "tablet"}}
    local n = w.phone.notes.add("John 3:16", "first")
    w:settle()
    n:update{text = "phone"}
    w:advance("1m")
    local other = w.tablet.notes.find{}[1]
    other:update{text = "tablet"}
    w:settle()
    """
}

struct ScriptFault: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
