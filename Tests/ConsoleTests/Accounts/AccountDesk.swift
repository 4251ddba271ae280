import ChangeQueue
import Cloud
import EmbeddedCloud
import LuaAPI
import LuaRuntime
import Schema
import Store
import Sync
import Vocabulary
import World

/// One library with its console, where a program may end between two steps of a sign-in.
final class AccountDesk {
  let name: String
  let port: FaultyPort
  let device: Device
  private let lua: LuaState
  private let api: ScriptAPI
  private let store: MortalSessions
  private let shelf: WalkShelf

  /// After how many steps beside the library's own transaction the program ends; nil for never.
  var diesAfter: Int? {
    get { store.left }
    set {
      store.left = newValue
      shelf.left = newValue
    }
  }

  init(
    _ name: String, _ database: UserDatabase, of walk: AccountWalk, _ session: Cloud.Session?
  ) throws {
    self.name = name
    port = FaultyPort(to: InProcessPort(to: walk.cloud), clock: walk.clock)
    store = MortalSessions()
    try store.save(session)
    shelf = WalkShelf(walk)
    let project = RemoteProject(name: "walk", port: port, key: walk.cloud.keys.anon)
    let keeper = SessionKeeper(
      account: Account(project: project, surroundings: walk.clock), store: store)
    device = Device(
      name: name, database: database,
      link: CloudLink(place: .embedded, project: project, keeper: keeper), shelf: shelf)
    lua = try LuaState(LuaState.Options())
    api = ScriptAPI(lua, device: device)
  }

  deinit { lua.close() }

  var engine: SyncEngine { device.engine }

  /// "ok", or the kind of the error; a script's own faults are thrown.
  func run(_ script: String) throws -> String {
    let text = """
      local ok, e = pcall(function() return \(script) end)
      return ok and "ok" or type(e) == "table" and e.kind or tostring(e)
      """
    guard case .complete(let function, _) = lua.load(text, name: "walk") else {
      throw WalkFault("no script: \(script)")
    }
    defer { store.left = nil }
    let result = try function.call().first?.text ?? "nothing"
    guard !["internal", "bad_value", "corrupt"].contains(result), !result.contains(" ") else {
      throw WalkFault("\(name): \(script) gives \(result)")
    }
    return result
  }

  func notes() throws -> [(id: Int64, text: String)] {
    try device.database.releaseRead()
    return try device.database.connection.all(
      "SELECT id, note_text FROM user_notes WHERE deleted_at IS NULL ORDER BY id"
    ) { ($0.integer(0), $0.text(1)) }
  }

  func highlight(_ verse: Int) throws -> String? {
    try device.database.connection.first(
      "SELECT note FROM verse_highlights WHERE verse_ref LIKE '% 1:\(verse)'"
    ) { $0.optionalText(0) } ?? nil
  }

  func texts() throws -> Set<String> {
    try device.database.releaseRead()
    return try Self.texts(in: device.database.connection)
  }

  static func texts(in connection: Connection) throws -> Set<String> {
    Set(
      try connection.all("SELECT text FROM (\(texts("0"))) WHERE text IS NOT NULL") {
        bare($0.text(0))
      })
  }

  /// Where texts are, on devices and in the cloud.
  static func texts(_ owner: String) -> String {
    [
      ("note_text", "user_notes"), ("name", "study_collections"), ("note", "verse_highlights"),
      ("mine", "sync_conflicts"), ("theirs", "sync_conflicts"),
    ].map { "SELECT \(owner), \($0.0) AS text FROM \($0.1)" }.joined(separator: " UNION ALL ")
  }

  /// Conflicts hold values as JSON.
  static func bare(_ text: String) -> String {
    text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
  }
}

/// Sessions in memory, until the program ends before one is written.
final class MortalSessions: SessionStore {
  private let kept = MemorySessionStore()
  var left: Int?

  func load() throws(CloudError) -> Session? { try kept.load() }

  func save(_ session: Session?) throws(CloudError) {
    if session != nil, let left {
      guard left > 0 else { throw .interrupted }
      self.left = left - 1
    }
    try kept.save(session)
  }

  func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    try kept.replace(old, with: new)
  }

  func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T { try kept.whileRefreshing(unless: settled, body) }

  var place: SessionPlace { kept.place }
}

/// Keeps what a walk's libraries were: as texts, and as desks of their own where there is room.
final class WalkShelf: LibraryShelf {
  private unowned let walk: AccountWalk
  var left: Int?

  init(_ walk: AccountWalk) { self.walk = walk }

  var isOnMachine: Bool { false }

  func keepCopy(of device: Device, named name: String) throws -> String {
    walk.kept.formUnion(try Self.texts(of: device))
    return try living("a file")
  }

  func keepProfile(of device: Device, named name: String, session: Session?) throws -> String {
    walk.kept.formUnion(try Self.texts(of: device))
    _ = try walk.desk(from: try device.database.connection.image(), session: session)
    return try living("a profile")
  }

  func beginProfile(for session: Session) throws -> String {
    let own = try walk.desks.first { try $0.engine.owner() == session.userID.text }
    if let own {
      try own.device.link.keeper?.keep(session, because: .signedIn)
      return try living(own.name)
    }
    guard let made = try walk.desk(from: nil, session: session) else {
      throw WorldError.noProfiles
    }
    return try living(made.name)
  }

  private static func texts(of device: Device) throws -> Set<String> {
    try device.database.releaseRead()
    return try AccountDesk.texts(in: device.database.connection)
  }

  private func living(_ name: String) throws -> String {
    guard left != 0 else { throw CloudError.interrupted }
    return name
  }
}
