import ChangeQueue
import Cloud
import Console
import Glibc
import Schema
import Store
import Vocabulary
import World

/// Keeps libraries as files beside the profile's own, and begins profiles.
///
/// A profile that works with the cloud of this one finds it by a symbolic link: the accounts are
/// there, and one file holds them.
final class ProfileShelf: LibraryShelf {
  private let folders: Folders
  private let paths: ProfilePaths
  private let storage: SessionStorage
  private let isCloudHere: Bool
  private let catalog: Catalog

  /// How many names are tried. Why: a loop over a folder has an end.
  private static let most = 1_000

  init(
    _ folders: Folders, _ storage: SessionStorage, isCloudHere: Bool, catalog: Catalog
  ) {
    self.folders = folders
    self.storage = storage
    paths = storage.paths
    self.isCloudHere = isCloudHere
    self.catalog = catalog
  }

  var isOnMachine: Bool { true }

  func keepCopy(of device: Device, named name: String) throws -> String {
    let base = "\(paths.database)-of-\(Self.fit(name))"
    for copy in Self.names(base) {
      do throws(StoreError) {
        _ = try LibraryCopy.make(of: paths.database, at: copy, catalog)
        return copy
      } catch {
        guard error == .exists(path: copy) else { throw error }
      }
    }
    throw LecternError.noPlace(
      path: base, problem: "and \(Self.most - 1) more names are taken", hint: "move some away")
  }

  func keepProfile(
    of device: Device, named name: String, session: Cloud.Session?
  ) throws -> String {
    let profile = try firstProfile(Self.fit(name)) { _, isThere in !isThere }
    try makeRoom(for: profile)
    _ = try LibraryCopy.make(of: paths.database, at: library(profile), catalog)
    if let session { try give(session, to: profile) }
    return profile
  }

  func beginProfile(for session: Cloud.Session) throws -> String {
    let profile = try firstProfile(Self.fit(session.email)) { name, isThere in
      guard isThere else { return true }
      return try isOurs(name, session.userID)
    }
    try makeRoom(for: profile)
    try give(session, to: profile)
    return profile
  }

  // MARK: - Profiles

  private func folder(_ profile: String) -> String { "\(folders.data)/profiles/\(profile)" }
  private func library(_ profile: String) -> String { "\(folder(profile))/user.db" }
  private func cloud(_ profile: String) -> String { "\(folder(profile))/cloud.db" }

  private func sessions(_ profile: String) -> FileSessionStore {
    storage.file(at: "\(folders.state)/sessions/\(profile).json")
  }

  private func firstProfile(
    _ base: String, _ fits: (String, _ isThere: Bool) throws -> Bool
  ) throws -> String {
    for name in Self.names(base) {
      let isThere = access(folder(name), F_OK) == 0
      if try fits(name, isThere) { return name }
    }
    throw LecternError.noPlace(
      path: folder(base), problem: "and \(Self.most - 1) more names are taken",
      hint: "remove profiles that nobody needs")
  }

  /// Whether a profile that is there is the account's, at this cloud.
  private func isOurs(_ profile: String, _ account: RecordID) throws -> Bool {
    guard !isCloudHere || Self.resolved(cloud(profile)) == Self.resolved(paths.cloud),
      library(profile) != paths.database
    else { return false }
    guard access(library(profile), F_OK) == 0 else {
      // Begun, and nobody has been there yet.
      return try sessions(profile).load().map { $0.userID == account } ?? true
    }
    let connection = try Connection(path: library(profile), mode: .readOnly)
    return try LibraryContents(of: connection, catalog).owner == account.text
  }

  /// Makes the folder, and the way to the cloud.
  private func makeRoom(for profile: String) throws {
    guard mkdir(folder(profile), 0o700) == 0 || errno == EEXIST else {
      throw failure(folder(profile))
    }
    guard isCloudHere, let target = Self.resolved(paths.cloud) else { return }
    guard symlink(target, cloud(profile)) == 0 || errno == EEXIST else {
      throw failure(cloud(profile))
    }
  }

  private func give(_ session: Cloud.Session, to profile: String) throws {
    let name = isCloudHere ? CloudChoice.embeddedName(cloud(profile)) : session.cloud
    try sessions(profile).save(session.moved(to: name))
  }

  // MARK: - Names

  /// `base`, `base-2`, `base-3`, …
  private static func names(_ base: String) -> some Sequence<String> {
    (1...most).lazy.map { $0 == 1 ? base : "\(base)-\($0)" }
  }

  /// What a name of a profile, and of a file, may hold.
  private static func fit(_ name: String) -> String {
    let fit = String(
      name.prefix(64).map { $0.isLetter || $0.isNumber || "-_.@".contains($0) ? $0 : "-" })
    guard let first = fit.first, first != "-", first != "." else { return "account\(fit)" }
    return fit
  }

  private static func resolved(_ path: String) -> String? {
    realpath(path, nil).map { whole in
      defer { free(whole) }
      return String(cString: whole)
    }
  }

  private func failure(_ path: String) -> LecternError {
    .folder(path: path, reason: String(cString: strerror(errno)))
  }
}
