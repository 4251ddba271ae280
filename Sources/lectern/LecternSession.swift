import ChangeQueue
import Cloud
import Console
import LuaAPI
import LuaRuntime
import Store
import Sync
import Vocabulary
import World

/// A device with Lua on top.
final class LecternSession: Console.Session {
  let lua: LuaState
  let notice: String?
  let device: Device
  /// What was asked of its cloud; nil in memory.
  let log: SyncLog?
  private let api: ScriptAPI
  private let screen: SyncScreen?
  private let sessions: FileSessionStore?
  private let onClose: ((LecternSession) -> Void)?
  /// Whether a statement of a script's own was run; only where somebody wants to know on closing.
  private(set) var hasRunSQL = false

  init(
    _ device: Device, _ options: LuaState.Options, notice: String? = nil,
    screen: SyncScreen? = nil, sessions: FileSessionStore? = nil, log: SyncLog? = nil,
    onClose: ((LecternSession) -> Void)? = nil
  ) throws {
    self.onClose = onClose
    self.device = device
    self.sessions = sessions
    self.log = log
    self.notice = notice
    self.screen = screen
    lua = try LuaState(options)
    if let seeded = device.database.surroundings as? SeededSurroundings {
      try lua.makeRepeatable(seed: seeded.seed) { seeded.now() }
    }
    api = ScriptAPI(lua, device: device)
    guard onClose != nil else { return }
    device.onCall = { [weak self] function in
      if function == "sql" { self?.hasRunSQL = true }
    }
  }

  /// Made when it is first asked for: a script never does.
  private(set) lazy var functions: [FunctionHelp] = api.registry.functions.map {
    FunctionHelp(
      name: $0.name, parameters: $0.parameters.map(\.name), optionKeys: $0.options.map(\.name),
      optionDocs: $0.options.map(\.doc), summary: $0.summary, result: $0.result,
      isSecret: $0.isSecret)
  }

  func help(on name: String) -> String? { HelpText(api.registry).text(of: name) }

  var profile: String? { log == nil ? nil : device.name }

  var isAtRest: Bool {
    do { try device.database.releaseRead() } catch { return false }
    return !device.database.connection.isInTransaction
  }

  var standing: Standing {
    Standing(state: state, queued: queued, cloud: cloud)
  }

  var activity: [Int64] {
    let seeded = device.database.surroundings as? SeededSurroundings
    return [device.database.connection.totalChanges] + (seeded?.position ?? [])
  }

  func words(
    for argument: String, of function: String, after typed: String, key: String?
  ) -> [ArgumentWord] {
    do {
      return try api.words(for: argument, of: function, after: typed, key: key)
    } catch { return [] }
  }

  var keptChanges: Int64 { device.database.connection.keptChanges }

  func owns(_ record: LuaValue) -> Bool { api.owns(record) }

  /// Under a virtual clock nothing is done unasked: runs must repeat.
  func beginPrompt(with person: any Person) {
    api.person = person
    api.audience = screen
    if let sessions, sessions.isLocked { unlock(sessions, with: person) }
    guard !device.auto.isDecided, !device.database.isReadOnly,
      !device.database.surroundings.isVirtual
    else { return }
    device.auto.turn(on: true)
  }

  /// A session that stays sealed is one that cannot be used: whoever needs it is told.
  private func unlock(_ sessions: FileSessionStore, with person: any Person) {
    for _ in 0..<3 {
      do {
        let question = "Passphrase of the session: "
        guard let passphrase = try person.answer(to: question, isSecret: true) else { break }
        try sessions.unlock(passphrase: passphrase)
        (device.auto as? WatchProcess)?.unlock(passphrase: passphrase)
        return
      } catch let error as any Explained {
        person.tell("  \(error.summary)", isDim: false)
      } catch { break }
    }
    person.tell("The session stays sealed; everything on this device works.", isDim: false)
  }

  func attend() {
    if device.auto.isOn { device.auto.attend() }
    do { try api.tellSessionNews() } catch let failure as LuaFailure {
      lua.onStrayError?(failure)
    } catch {
      // What could not be written now is tried again at the next line.
      return
    }
  }

  func close() {
    device.auto.turn(on: false)
    lua.close()
    device.database.closeQuietly()
    onClose?(self)
  }

  private var queued: Int? {
    do { return Int(try device.database.queueLength()) } catch { return nil }
  }

  private var state: String {
    guard let keeper = device.link.keeper else { return "offline" }
    do {
      guard try keeper.current() != nil else { return "guest" }
      return try device.engine.isOffline() ? "offline" : "online"
    } catch { return "offline" }
  }

  private var cloud: String? {
    switch device.link.place {
    case .embedded: "cloud: this computer only"
    case .remote(let url): "cloud: \(url)"
    case .none: "cloud: none"
    }
  }
}
