import ChangeQueue
import Cloud
import Console
import Library
import Schema
import Vocabulary
import World

/// Opens the library that the command line names.
struct OpenDevice {
  let options: Options
  let folders: Folders
  let secrets: SessionSecrets
  /// What is to be done while the device waits for its cloud.
  let waiting = Waiting()

  /// A library that is open, and what its owner must know of it.
  struct Opened {
    let device: Device
    var upgrade: AppUpgradeReport?
    /// Where the profile's session is kept; nil in memory.
    var sessions: FileSessionStore?
    /// What was asked of its cloud; nil in memory.
    var log: SyncLog?
  }

  /// The profile's library, or a new one in memory. A file of the app is upgraded first.
  func open() throws -> Opened {
    let catalog = try Catalog.lectern()
    if options.isInMemory {
      return Opened(device: try inMemory(surroundings(), catalog, try choice()))
    }
    guard options.seed == nil, options.clock == nil else { throw LecternError.seededProfile }
    let machine = MachineSurroundings()
    let paths = try ProfilePaths(options, folders)
    let upgrade = try AppUpgrade.run(
      path: paths.database, catalog: catalog, surroundings: machine,
      isReadOnly: options.isReadOnly)
    let database = try UserDatabase.open(
      path: paths.database, catalog: catalog, surroundings: machine,
      isReadOnly: options.isReadOnly, binding: paths.binding, isDeferred: true)
    let choice = try choice()
    let storage = SessionStorage(paths: paths, secrets: secrets, surroundings: machine)
    let sessions = storage.file()
    if secrets.passphrase != nil { try sessions.settle() }
    let link = try choice.link(
      path: paths.cloud, sessions: storage.store(sessions, for: choice.name(path: paths.cloud)),
      machine, catalog: catalog, waiting, log: options.isReadOnly ? nil : paths.log)
    let auto = WatchProcess(options, secrets.variables) { [keeper = link.keeper] in
      do { return try keeper?.current() != nil } catch { return false }
    }
    let shelf = ProfileShelf(
      folders, storage, isCloudHere: link.isOwnCloud, catalog: catalog)
    let device = Device(
      name: options.profile ?? "default", database: database, link: link, auto: auto,
      shelf: shelf)
    return Opened(device: device, upgrade: upgrade, sessions: sessions, log: paths.log)
  }

  /// A new library in memory under a recording's seed and clock.
  func open(recording terms: RecordingTerms, from fresh: FreshLibraries? = nil) throws -> Device {
    let seeded = SeededSurroundings(seed: terms.seed, start: terms.clock, step: .milliseconds(1))
    return try inMemory(
      seeded, try Catalog.lectern(), terms.cloud == "none" ? .none : .embedded, fresh)
  }

  private func choice() throws -> CloudChoice {
    try CloudChoice(options, environment: variable)
  }

  private func surroundings() -> any Surroundings {
    guard options.seed != nil || options.clock != nil else { return MachineSurroundings() }
    return SeededSurroundings(
      seed: options.seed ?? 1, start: options.clock ?? RecordingTerms.usual.clock,
      step: .milliseconds(1))
  }

  private func inMemory(
    _ surroundings: any Surroundings, _ catalog: Catalog, _ choice: CloudChoice,
    _ fresh: FreshLibraries? = nil
  ) throws -> Device {
    let database =
      try fresh?.library(surroundings, binding: "memory")
      ?? UserDatabase.open(
        path: ":memory:", catalog: catalog, surroundings: surroundings, binding: "memory")
    let link = try choice.link(
      path: ":memory:", sessions: MemorySessionStore(), surroundings, catalog: catalog, waiting,
      fresh: fresh)
    return Device(name: "memory", database: database, link: link)
  }
}
