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
  /// What is to be done while the device waits for its cloud.
  let waiting = Waiting()

  /// The profile's library, or a new one in memory. A file of the app is upgraded first.
  func open() throws -> (device: Device, upgrade: AppUpgradeReport?) {
    let catalog = try Catalog.lectern()
    if options.isInMemory {
      return (try inMemory(surroundings(), catalog, try choice()), nil)
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
    let sessions = FileSessionStore(path: paths.session, surroundings: machine)
    let link = try choice().link(
      path: paths.cloud, sessions: sessions, machine, catalog: catalog, waiting)
    let auto = WatchProcess(options) { [keeper = link.keeper] in
      do { return try keeper?.current() != nil } catch { return false }
    }
    let shelf = ProfileShelf(
      folders, paths, isCloudHere: link.isOwnCloud, catalog: catalog, machine)
    let device = Device(
      name: options.profile ?? "default", database: database, link: link, auto: auto,
      shelf: shelf)
    return (device, upgrade)
  }

  /// A new library in memory under a recording's seed and clock.
  func open(recording terms: RecordingTerms) throws -> Device {
    let seeded = SeededSurroundings(seed: terms.seed, start: terms.clock, step: .milliseconds(1))
    return try inMemory(
      seeded, try Catalog.lectern(), terms.cloud == "none" ? .none : .embedded)
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
    _ surroundings: any Surroundings, _ catalog: Catalog, _ choice: CloudChoice
  ) throws -> Device {
    let database = try UserDatabase.open(
      path: ":memory:", catalog: catalog, surroundings: surroundings, binding: "memory")
    let link = try choice.link(
      path: ":memory:", sessions: MemorySessionStore(), surroundings, catalog: catalog,
      waiting)
    return Device(name: "memory", database: database, link: link)
  }
}
