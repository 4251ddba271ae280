import ChangeQueue
import Cloud
import CloudSchema
import Console
import EmbeddedCloud
import Glibc
import Library
import LuaAPI
import LuaRuntime
import Schema
import Sync
import Vocabulary
import World

/// Opens libraries for the console, and does what needs no prompt.
final class LecternWorkplace: Workplace {
  let options: Options
  let folders: Folders
  /// Taken before anything else runs.
  let secrets = SessionSecrets.taken()
  /// Where the cases of tests get theirs.
  private var fresh: FreshLibraries?

  init(_ options: Options) {
    self.options = options
    folders = .ofProcess()
  }

  func openSession() throws -> any Console.Session { try openSession(options) }

  func openSession(profile: String) throws -> any Console.Session {
    guard Options.isProfileName(profile) else {
      throw ConsoleError.command(
        "'\(profile)' is no name of a profile", hint: "use letters, digits, '-', '_' and '.'")
    }
    var other = options
    other.profile = profile
    other.database = nil
    other.isInMemory = false
    return try openSession(other)
  }

  private func openSession(_ options: Options) throws -> any Console.Session {
    try requireLibraryToRead(options)
    let opening = OpenDevice(options: options, folders: folders, secrets: secrets)
    let opened = try opening.open()
    return try LecternSession(
      opened.device, options.luaOptions, notice: opened.upgrade?.line,
      screen: screen(of: opened.device, opening.waiting), sessions: opened.sessions,
      log: opened.log)
  }

  /// What may only be read is never made.
  private func requireLibraryToRead(_ options: Options) throws {
    guard options.isReadOnly, !options.isInMemory else { return }
    let path = try ProfilePaths(options, folders).database
    if access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR {
      throw LecternError.noLibrary(path: path)
    }
  }

  func openSession(recording terms: RecordingTerms) throws -> any Console.Session {
    var sandboxed = options.luaOptions
    sandboxed.isSandboxed = true
    return try LecternSession(opening.open(recording: terms), sandboxed)
  }

  func openSession(testing terms: RecordingTerms) throws -> any Console.Session {
    var limited = options.luaOptions
    limited.timeout = options.timeout ?? .seconds(60)
    let fresh = try self.fresh ?? FreshLibraries()
    self.fresh = fresh
    let device = try opening.open(recording: terms, from: fresh)
    return try LecternSession(device, limited) { session in
      // What SQL of a script's own did to a connection would stay.
      fresh.takeBack(isClean: !session.hasRunSQL)
    }
  }

  var opening: OpenDevice {
    OpenDevice(options: options, folders: folders, secrets: secrets)
  }

  func serve(_ serving: ServeOptions) throws -> ExitStatus {
    let faults = try faults(serving)
    var settings = EmbeddedProject.Settings()
    if serving.confirmsEmail {
      settings.auth.sendCodes()
      settings.auth.delivered = { mail in Self.tell(mail.line) }
    }
    if let folder = serving.folder {
      if mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw LecternError.folder(path: folder, reason: String(cString: strerror(errno)))
      }
      settings.path = "\(folder)/cloud.db"
    }
    // Memory needs no lock; of a folder two servers would each answer for half.
    guard let lock = SyncLock(beside: settings.path) else {
      throw LecternError.inUse(path: settings.path)
    }
    defer { withExtendedLifetime(lock) {} }
    let catalog = try Catalog.lectern()
    let served = try ServedProject(port: serving.port, faults: faults) {
      [settings] () throws(EmbeddedCloudError) in
      try EmbeddedProject(settings, MachineSurroundings(), catalog: catalog)
    }
    print("SUPABASE_URL=\(served.server.url)")
    print("SUPABASE_ANON_KEY=\(served.keys.anon)")
    print("SUPABASE_SERVICE_ROLE_KEY=\(served.keys.service)")
    fflush(nil)
    if !faults.isNone, !options.isQuiet { tell("faults: \(faults.text)") }
    waitForInterrupt()
    served.server.stop()
    return .success
  }

  private func faults(_ serving: ServeOptions) throws -> FaultOdds {
    var odds = FaultOdds()
    for text in serving.faults {
      do throws(FaultOddsError) { try odds.add(text) } catch {
        throw ConsoleError.usage("--fault: \(error.problem)", hint: error.cure)
      }
    }
    return odds
  }

  private func waitForInterrupt() {
    let presses = ControlC.presses
    while ControlC.presses == presses { pause() }
  }

  func writeSupabaseProject(_ options: SupabaseOptions) throws -> ExitStatus {
    let project = SupabaseProject(try Catalog.lectern())
    try ProjectFolder(path: options.folder).write(project.files, isForced: options.isForced)
    return .success
  }

  /// Says a line beside the results.
  func tell(_ text: String) { Self.tell(text) }

  private static func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  func registry() throws -> Registry {
    let device = try opening.open(recording: .usual)
    let lua = try LuaState(LuaState.Options())
    defer {
      lua.close()
      device.database.closeQuietly()
    }
    return ScriptAPI(lua, device: device).registry
  }

  func simulate(_ simulate: SimulateOptions) throws -> ExitStatus {
    try RandomWorlds(
      options: simulate, seed: options.seed, surroundings: MachineSurroundings()
    ).run()
  }

  func sync() throws -> ExitStatus {
    let opening = self.opening
    let opened = try opening.open()
    if let upgrade = opened.upgrade, !options.isQuiet {
      tell(upgrade.line)
    }
    if options.isDryRun {
      let plan = try opened.device.engine.plan()
      print(HeadlessPlan(plan).text)
      if let error = plan.error { throw error }
      return .success
    }
    if options.isWatching { return try SyncWatch(opened.device.engine, options).run() }
    let report = syncShown(opened.device, opening.waiting)
    print(HeadlessReport(report).text)
    if let error = report.error { throw error }
    return report.pending + report.parked > 0 ? .incomplete : .success
  }

  private func syncShown(_ device: Device, _ waiting: Waiting) -> SyncReport {
    let screen = screen(of: device, waiting)
    if let screen { device.engine.onProgress = { screen.see($0) } }
    defer { screen?.end() }
    return device.engine.sync()
  }

  /// Where a person sees how far a sync has come; nil where nobody looks.
  private func screen(of device: Device, _ waiting: Waiting) -> SyncScreen? {
    guard let line = ProgressLine(options, device.database.surroundings) else { return nil }
    waiting.onTick = { line.tick() }
    return SyncScreen(line)
  }
}
