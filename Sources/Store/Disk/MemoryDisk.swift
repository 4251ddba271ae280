/// A disk in memory that forgets what was not synced: where crashes are played.
///
/// What a connection writes is seen at once by every other one; only a sync makes it stay. Losing
/// power loses the rest, or as much of it as chance says, as a real disk does. One thread owns the
/// disk and every connection to it. Where several connections wait for each other's locks, none
/// gives way: they have one thread.
package final class MemoryDisk {
  private var files: [String: DiskFile] = [:]
  /// The names as they are found without power.
  private var durableFiles: [String: DiskFile] = [:]
  private var current: DiskMount?
  private var failing: Int?
  /// Writes, syncs, truncations and removals until now, by all connections.
  package private(set) var changes = 0

  package init() {}

  // MARK: - What a person does with it

  /// Puts a file there, as if synced long ago. Nobody may have it open.
  package func plant(_ bytes: PagedBytes, at path: String) {
    let file = DiskFile(bytes)
    files[path] = file
    durableFiles[path] = file
  }

  /// What a file consists of that is made so, and has a log: to be planted.
  package static func file(_ make: (Connection) throws -> Void) throws -> [UInt8] {
    let disk = MemoryDisk()
    let path = "new.db"
    let connection = try Connection(path: path, on: disk)
    try connection.useWriteAheadLog()
    try make(connection)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return disk.bytes(at: path) ?? []
  }

  /// What a reader of the file sees now; nil where it is not there. A log lies beside it.
  package func bytes(at path: String) -> [UInt8]? { files[path]?.bytes.all }

  /// Another disk that holds the same, synced or not.
  package func copy() -> MemoryDisk {
    let copy = MemoryDisk()
    copy.take(files, durableFiles)
    return copy
  }

  /// Everything that was written is synced, as the system does by itself after a while.
  package func writeBack() {
    for file in files.values { file.sync() }
    durableFiles = files
  }

  /// The power goes: what was not synced is lost, or stays where chance says so, each write on its
  /// own, some of them torn between two sectors. What is open fails for ever after.
  ///
  /// `percent` of the writes stay: at 0 none, at 100 all. The same draws give the same disk.
  package func crash(keeping percent: Int, by random: () -> UInt64) {
    endGeneration()
    for name in Set(files.keys).union(durableFiles.keys).sorted() {
      if files[name] !== durableFiles[name], DiskFile.isKept(percent, random) {
        durableFiles[name] = files[name]
      }
      durableFiles[name]?.lose(keeping: percent, by: random)
    }
    take(durableFiles, durableFiles)
  }

  /// The programs end, and everything they wrote stays. What is open fails for ever after.
  package func kill() {
    endGeneration()
    take(files, durableFiles)
  }

  /// Lets the disk end by itself at a change that is still to come, 1 for the next; nil never.
  ///
  /// That change and all that follow fail, until `crash` or `kill` begins anew.
  package func fail(at number: Int?) { failing = number.map { changes + $0 } }

  /// Whether a change that is still to come will fail.
  package var isFailing: Bool { failing != nil }

  /// Whether a change failed, and nothing works until the disk begins anew.
  package var isDown: Bool { current?.isDown ?? false }

  // MARK: - What connections do

  /// The generation that a new connection belongs to.
  var mount: DiskMount {
    if let current { return current }
    let made = DiskMount(of: self)
    current = made
    return made
  }

  /// False where the disk ends with this change.
  func countChange() -> Bool {
    changes += 1
    return changes != failing
  }

  func has(_ name: String) -> Bool { files[name] != nil }

  func file(_ name: String, isMade: Bool) -> DiskFile? {
    if isMade, files[name] == nil { files[name] = DiskFile() }
    return files[name]
  }

  func remove(_ name: String, isSynced: Bool) {
    files[name] = nil
    if isSynced { durableFiles[name] = nil }
  }

  /// A file's name comes to the disk with its bytes.
  func sync(_ file: DiskFile) {
    file.sync()
    for (name, known) in files where known === file { durableFiles[name] = file }
  }

  private func endGeneration() {
    current?.goDown()
    current = nil
    failing = nil
  }

  /// Takes these files, each of them once, as nobody has them open.
  private func take(_ files: [String: DiskFile], _ durable: [String: DiskFile]) {
    self.files = files.mapValues { $0.reopened() }
    durableFiles = durable.reduce(into: [:]) { taken, entry in
      let isSame = files[entry.key] === entry.value
      taken[entry.key] = isSame ? self.files[entry.key] : entry.value.reopened()
    }
  }
}
