import Glibc
package import Schema
package import Store
package import Vocabulary

extension UserDatabase {
  /// Opens a device's file, or makes it.
  ///
  /// A file that is newer than we know, another program's, or no database at all is refused and
  /// left as it was. `binding` says on which machine and path the file lies: a copy draws a new
  /// device id.
  ///
  /// `isDeferred` puts the reading of a file in our form off to its first use: the schema is long.
  /// The file lies on `disk`, or else on the machine's.
  package static func open(
    path: String, catalog: Catalog, surroundings: any Surroundings, isReadOnly: Bool = false,
    binding: String = "", isDeferred: Bool = false, on disk: MemoryDisk? = nil
  ) throws -> UserDatabase {
    let isOnMachine = disk == nil && path != ":memory:"
    // What may be read is read, although nobody asked for that alone.
    let isReadOnly = isReadOnly || isOnMachine && Connection.isForReadingOnly(path)
    if isOnMachine, !isReadOnly { try makePrivateFile(path) }
    let connection = try Connection(
      path: path, mode: isReadOnly ? .readOnly : .readWrite, surroundings: surroundings, on: disk)
    let database = UserDatabase(
      connection: connection, catalog: catalog, surroundings: surroundings, device: "")
    if isDeferred, isOnMachine, FileHeader(path: path)?.isCurrentForm(of: catalog) == true {
      connection.whenFirstUsed { [unowned database] () throws(StoreError) in
        do { try database.beginUse(binding: binding) } catch {
          throw error as? StoreError ?? .corrupt(path: path, reason: String(describing: error))
        }
      }
    } else {
      try database.beginUse(binding: binding)
    }
    return database
  }

  /// Opens a device's file over a connection to it, which it then owns.
  package static func open(
    over connection: Connection, catalog: Catalog, surroundings: any Surroundings,
    binding: String = ""
  ) throws -> UserDatabase {
    let database = UserDatabase(
      connection: connection, catalog: catalog, surroundings: surroundings, device: "")
    try database.beginUse(binding: binding)
    return database
  }

  /// What is due before the first statement: that the file is ours, and whose device it is.
  private func beginUse(binding: String) throws {
    let path = connection.path
    let isEmpty = try Self.isEmptyFile(connection)
    if isEmpty, isReadOnly { throw StoreError.notADatabase(path: path) }
    let version = try isEmpty ? catalog.fileVersion : checkedVersion()
    let isOlder = version < catalog.fileVersion
    if isOlder, isReadOnly {
      throw StoreError.needsUpgrade(path: path, found: "of an earlier lectern, form \(version)")
    }
    if !isReadOnly, path != ":memory:" { try connection.useWriteAheadLog() }
    if isOlder { try FormUpgrade(connection, catalog).run(fillFromAside) }
    if isEmpty { try Self.makeForm(catalog, in: connection) }
    try loadClock()
    if !isReadOnly { try bind(to: binding) }
    try adoptUnlessBusy()
    if isOlder { try completeInsertions() }
  }

  /// What other tools left is stamped now, or with the next write: who only reads needs no lock.
  private func adoptUnlessBusy() throws {
    do { try connection.withoutWaiting { try adoptForeignEntries() } } catch StoreError.busy {}
  }

  /// Unit: bytes.
  private static let smallestPage = 512

  /// SQLite would make it readable for others.
  private static func makePrivateFile(_ path: String) throws(StoreError) {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 {
      defer { Glibc.close(file) }
      // SQLite takes so little for nothing, and would write over it.
      var status = stat()
      if fstat(file, &status) == 0, (1..<smallestPage).contains(status.st_size) {
        throw .notADatabase(path: path)
      }
    } else if errno == EACCES || errno == EROFS || errno == EPERM {
      throw access(path, R_OK) == 0
        ? .readOnly(path: path) : .cannotOpen(path: path, reason: "permission denied")
    } else if errno != ELOOP {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func isEmptyFile(_ connection: Connection) throws(StoreError) -> Bool {
    let part = try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true }
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) }
    return part == nil && application == 0
  }

  /// The version of our form; what is not ours, or newer than we know, is refused.
  private func checkedVersion() throws(StoreError) -> Int64 {
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard application == Catalog.applicationID else {
      throw .foreign(
        path: connection.path, found: "application id \(application), version \(version)")
    }
    guard version <= catalog.fileVersion else {
      throw .newer(path: connection.path, found: version, known: catalog.fileVersion)
    }
    return version
  }

  static func makeForm(_ catalog: Catalog, in connection: Connection) throws {
    try connection.transaction {
      // Another process may have been faster.
      guard try connection.first("SELECT count(*) FROM sqlite_schema", read: { $0.integer(0) }) == 0
      else { return }
      try connection.execute(catalog.localSchema)
      try connection.execute("PRAGMA application_id = \(Catalog.applicationID)")
      try connection.execute("PRAGMA user_version = \(catalog.fileVersion)")
    }
  }

  /// Draws a device id for a new file, or for one that was copied here from elsewhere.
  private func bind(to binding: String) throws {
    guard try state(.deviceBinding) != binding || clock.device.isEmpty else { return }
    // What other tools left names stamps of the old id: it is stamped first, then moved as well.
    if !clock.device.isEmpty { try adoptForeignEntries() }
    let drawn = hexadecimal(surroundings.random(), digits: 12)
    try connection.transaction {
      let old = try state(.deviceID)
      try setState(.deviceID, drawn)
      try setState(.deviceBinding, binding)
      try loadClock()
      if let old { try resignQueue(from: old, to: drawn) }
    }
  }
}

extension FileHeader {
  /// Whether it says that the file is as we make it. The log may know better, so it is asked again.
  fileprivate func isCurrentForm(of catalog: Catalog) -> Bool {
    applicationID == Catalog.applicationID && version == catalog.fileVersion && isLogged
  }
}

/// The last digits of a number in hexadecimal.
package func hexadecimal(_ number: UInt64, digits: Int) -> String {
  let bytes = (0..<digits).reversed().map {
    lowerHex(UInt8(truncatingIfNeeded: number >> UInt64($0 * 4)) & 15)
  }
  return String(decoding: bytes, as: UTF8.self)
}
