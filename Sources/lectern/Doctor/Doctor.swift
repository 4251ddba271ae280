import ChangeQueue
import Cloud
import Console
import Glibc
import Library
import Schema
import Store
import Sync
import Vocabulary
import World

/// What `lectern doctor` looks at: the file of the library and what is in it, the profile, the
/// session, the cloud. It changes nothing, but for a session that is due to be renewed.
struct Doctor {
  private let paths: ProfilePaths
  private let options: Options
  private let catalog: Catalog
  private let machine = MachineSurroundings()
  private let storage: SessionStorage
  private let sessions: FileSessionStore

  init(_ options: Options, _ folders: Folders, _ secrets: SessionSecrets) throws {
    var reading = options
    reading.isReadOnly = true
    self.options = reading
    paths = try ProfilePaths(reading, folders)
    catalog = try Catalog.lectern()
    storage = SessionStorage(paths: paths, secrets: secrets, surroundings: machine)
    sessions = storage.file()
  }

  func findings() -> [Finding] {
    var findings: [Finding] = []
    var library: LibraryCheck?
    do {
      library = try open(&findings).map {
        LibraryCheck($0, catalog: catalog, now: machine.now())
      }
    } catch { findings.append(.wrong("file", error.summary, cure: error.hint)) }
    findings += library?.findings() ?? []
    return findings + exposed() + profile(library) + cloud(library)
  }

  // MARK: - The file

  /// The library to look into; nil where there is none in our form, and why.
  private func open(_ findings: inout [Finding]) throws(StoreError) -> Connection? {
    let path = paths.database
    var status = stat()
    guard stat(path, &status) == 0 else {
      findings.append(.note("file", "there is no library at \(path) yet; the first use makes it"))
      return nil
    }
    if status.st_size == 0 {
      findings.append(.note("file", "\(path) is empty; the first use makes a library of it"))
      return nil
    }
    if let app = try AppFile.at(path, isReadOnly: true) {
      findings.append(
        .note("file", "\(path) is the app's, version \(app.version); the first use upgrades it"))
      return nil
    }
    let connection = try Connection(path: path, mode: .readOnly)
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let form = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard application == Catalog.applicationID else {
      throw .foreign(path: path, found: "application id \(application), version \(form)")
    }
    guard form <= Catalog.localVersion else {
      throw .newer(path: path, found: form, known: Catalog.localVersion)
    }
    if form < Catalog.localVersion {
      findings.append(.note("file", "\(path) has form \(form); the next use upgrades it"))
      return nil
    }
    let kilobytes = (status.st_size + 1023) / 1024
    findings.append(.fine("file", "\(path), form \(form), \(kilobytes) KiB"))
    return connection
  }

  /// Files that others may read.
  private func exposed() -> [Finding] {
    let files = [paths.database, paths.cloud, paths.session]
    let open = files.filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
    if open.isEmpty { return [.fine("rights", "nobody else may read the profile's files")] }
    return open.map { .wrong("rights", "others may read \($0)", cure: "chmod 600 '\($0)'") }
  }

  // MARK: - The profile

  private func profile(_ library: LibraryCheck?) -> [Finding] {
    guard let library else { return [] }
    do {
      guard let binding = try library.state(.deviceBinding),
        let device = try library.state(.deviceID)
      else {
        return [.note("device", "a restored library: it draws a new device id at its first use")]
      }
      if binding != paths.binding {
        return [.note("device", "a copy made elsewhere: it draws a new device id at its first use")]
      }
      return [.fine("device", "its id is \(device)")]
    } catch { return [.wrong("device", error.summary, cure: error.hint)] }
  }

  // MARK: - The cloud

  private func cloud(_ library: LibraryCheck?) -> [Finding] {
    do {
      let choice = try CloudChoice(options, environment: variable)
      if case .none = choice { return [.note("cloud", "none is wanted: --cloud none")] }
      if case .embedded = choice, access(paths.cloud, F_OK) != 0 {
        return [.note("cloud", "this computer only; it is made when you sign up")]
      }
      let link = try choice.link(
        path: paths.cloud, sessions: storage.store(sessions, for: choice.name(path: paths.cloud)),
        machine, catalog: catalog)
      let isLeft = try library?.state(.ownerIsHere) != nil && link.place != .embedded
      let session = try session(link, owner: isLeft ? nil : library?.state(.owner))
      guard session.canAsk else { return session.findings + reach(link) }
      let check = CloudCheck(
        link, catalog: catalog, surroundings: machine,
        knownCloud: try library?.state(.cloudID))
      return session.findings + check.findings() + SettingsCheck(link).findings()
    } catch let error as any Explained {
      return [.wrong("cloud", error.summary, cure: error.hint)]
    } catch { return [.wrong("cloud", String(describing: error), cure: nil)] }
  }

  /// Whether the cloud answers those who are not signed in.
  private func reach(_ link: CloudLink) -> [Finding] {
    guard case .remote(let address) = link.place else { return [] }
    do throws(CloudError) {
      try link.requireProject().0.requireAnswer()
      return [.fine("cloud", "\(address) answers")] + SettingsCheck(link).findings()
    } catch {
      return [
        error.failureClass == .wait
          ? .note("cloud", error.summary, cure: error.hint)
          : .wrong("cloud", error.summary, cure: error.hint)
      ]
    }
  }

  private func session(
    _ link: CloudLink, owner: String?
  ) throws -> (findings: [Finding], canAsk: Bool) {
    guard let session = try link.keeper?.current() else {
      let other = try sessions.load()
      let text = other == nil ? "nobody is signed in" : "the session kept is of another cloud"
      return ([.note("session", text, cure: "auth.sign_in(email, password)")], false)
    }
    if session.needsSignIn {
      let error = CloudError.notSignedIn(session.endedBecause)
      return ([.wrong("session", error.summary, cure: error.hint)], false)
    }
    if let owner, owner != session.userID.text {
      return (
        [
          .wrong(
            "session", "\(session.email) is not whom this library belongs to",
            cure: SyncError.otherOwner(owner: owner).hint)
        ], true
      )
    }
    let place = link.keeper?.place ?? .memory
    let findings = [
      Finding.fine("session", "\(session.email) is signed in; kept in: \(place.rawValue)")
    ]
    return (findings + token(session, link) + subscription(session), true)
  }

  /// Until when the token is good, whether another follows, and what the cloud says to it.
  private func token(_ session: Cloud.Session, _ link: CloudLink) -> [Finding] {
    do throws(CloudError) {
      _ = try link.keeper?.profile()
      let end = try link.keeper?.current()?.expiresAt ?? session.expiresAt
      let next = session.renews ? "it is renewed by itself" : "it cannot be renewed"
      let text = "the cloud takes it; good until \(end.text), then \(next)"
      return [session.renews ? .fine("token", text) : .note("token", text, cure: Self.tokenCure)]
    } catch {
      let isPassing = error.failureClass == .wait
      return [
        isPassing
          ? .note("token", error.summary, cure: error.hint)
          : .wrong("token", error.summary, cure: error.hint)
      ]
    }
  }

  private static let tokenCure = CloudError.notSignedIn(.notRenewable).hint

  /// What the token says of when sync is no longer paid for; nothing where it names no time.
  private func subscription(_ session: Cloud.Session) -> [Finding] {
    let entitlement = Entitlement(session, at: machine.now())
    guard let until = entitlement.until else { return [] }
    if until > machine.now() { return [.fine("subscription", "it lasts until \(until.text)")] }
    let error = SyncError.notEntitled
    return [.wrong("subscription", "it ended at \(until.text)", cure: error.hint)]
  }
}
