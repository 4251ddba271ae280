import CSQLite

/// One connection's hold on a file of a disk in memory, with its locks.
final class DiskHandle {
  private(set) var mount: DiskMount
  private(set) var file: DiskFile
  private let isReadOnly: Bool
  /// A file without a name, which goes with its handle, is no part of what a crash is about.
  private let isCounted: Bool
  /// `SQLITE_LOCK_…` on the file.
  private var level = SQLITE_LOCK_NONE
  private var sharedSlots: UInt32 = 0
  private var ownSlots: UInt32 = 0
  private(set) var isSharingMemory = false
  /// Where SQLite holds it.
  private var place: UnsafeMutablePointer<sqlite3_file>?

  init(_ file: DiskFile, on mount: DiskMount, isReadOnly: Bool, isCounted: Bool) {
    self.file = file
    self.mount = mount
    self.isReadOnly = isReadOnly
    self.isCounted = isCounted
  }

  func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
    guard !mount.isDown, let buffer else { return SQLITE_IOERR }
    return file.read(into: buffer, count: Int(count), at: Int(offset))
  }

  func write(_ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
    guard !isReadOnly else { return SQLITE_READONLY }
    let source = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    guard mayChange() else {
      if mount.takesUnfinished { file.noteWrite(source, at: Int(offset)) }
      return SQLITE_IOERR
    }
    file.write(source, at: Int(offset))
    return SQLITE_OK
  }

  func truncate(to count: Int64) -> Int32 {
    guard !isReadOnly else { return SQLITE_READONLY }
    guard mayChange() else { return SQLITE_IOERR }
    file.truncate(to: Int(count))
    return SQLITE_OK
  }

  func sync() -> Int32 {
    guard mayChange() else { return SQLITE_IOERR }
    if isCounted { mount.disk.sync(file) }
    return SQLITE_OK
  }

  var size: Int64? { mount.isDown ? nil : Int64(file.bytes.count) }

  private func mayChange() -> Bool {
    isCounted ? mount.mayChange() : !mount.isDown
  }

  // MARK: - Locks on the file

  /// Source: https://www.sqlite.org/lockingv3.html
  func lock(_ wanted: Int32) -> Int32 {
    guard !mount.isDown else { return SQLITE_IOERR }
    guard wanted > level else { return SQLITE_OK }
    let others = file.handles.lazy.filter { $0 !== self }.map(\.level)
    let highest = others.max() ?? SQLITE_LOCK_NONE
    switch wanted {
    case SQLITE_LOCK_SHARED:
      guard highest < SQLITE_LOCK_PENDING else { return SQLITE_BUSY }
    case SQLITE_LOCK_RESERVED:
      guard highest < SQLITE_LOCK_RESERVED else { return SQLITE_BUSY }
    default:
      guard highest < SQLITE_LOCK_RESERVED else { return SQLITE_BUSY }
      // Readers go on, and no new one comes.
      if highest > SQLITE_LOCK_NONE {
        level = SQLITE_LOCK_PENDING
        return SQLITE_BUSY
      }
    }
    level = wanted
    return SQLITE_OK
  }

  func unlock(_ wanted: Int32) { level = min(level, wanted) }

  var isReserved: Bool { file.handles.contains { $0.level >= SQLITE_LOCK_RESERVED } }

  // MARK: - Shared memory

  func map(
    _ number: Int32, _ count: Int32, _ isMade: Bool
  ) -> (Int32, UnsafeMutableRawPointer?) {
    guard !mount.isDown else { return (SQLITE_IOERR, nil) }
    isSharingMemory = true
    return (SQLITE_OK, file.region(Int(number), bytes: Int(count), isMade: isMade))
  }

  func lockSlots(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
    let slots: UInt32 = (1 << UInt32(count) - 1) << UInt32(first)
    guard flags & SQLITE_SHM_UNLOCK == 0 else {
      sharedSlots &= ~slots
      ownSlots &= ~slots
      return SQLITE_OK
    }
    guard !mount.isDown else { return SQLITE_IOERR }
    let isOwn = flags & SQLITE_SHM_EXCLUSIVE != 0
    let isTaken =
      file.handles.count > 1
      && file.handles.contains {
        $0 !== self && ($0.ownSlots | (isOwn ? $0.sharedSlots : 0)) & slots != 0
      }
    guard !isTaken else { return SQLITE_BUSY }
    if isOwn { ownSlots |= slots } else { sharedSlots |= slots }
    return SQLITE_OK
  }

  func unmap() {
    isSharingMemory = false
    sharedSlots = 0
    ownSlots = 0
    file.forgetRegions()
  }

  // MARK: - As SQLite holds it

  /// Puts a new hold where SQLite wants it, until SQLite closes it.
  func install(in place: UnsafeMutablePointer<sqlite3_file>) {
    file.add(self)
    self.place = place
    let ours = UnsafeMutableRawPointer(place).assumingMemoryBound(to: lectern_disk_file.self)
    ours.pointee.owner = Unmanaged.passRetained(self).toOpaque()
    ours.pointee.base.pMethods = UnsafePointer(mount.methods)
  }

  // MARK: - From one file to another

  /// Whether nobody else has the file open, and nothing of it is locked but what SQLite holds for
  /// as long as a file is open.
  var isAlone: Bool {
    file.handles.count == 1 && sharedSlots | ownSlots == 0 && level <= SQLITE_LOCK_SHARED
  }

  /// Goes on with another file, which nobody has open. The memory of the log's index stays where
  /// SQLite knows it, and is as new.
  func move(to next: DiskFile, on mount: DiskMount) {
    next.takeRegions(of: file)
    file.remove(self)
    next.add(self)
    file = next
    self.mount = mount
    place?.pointee.pMethods = UnsafePointer(mount.methods)
  }

  /// The hold that SQLite means.
  static func at(_ place: UnsafeMutablePointer<sqlite3_file>?) -> DiskHandle {
    reference(place).takeUnretainedValue()
  }

  static func close(_ place: UnsafeMutablePointer<sqlite3_file>?) {
    let handle = reference(place).takeRetainedValue()
    handle.file.remove(handle)
  }

  private static func reference(
    _ place: UnsafeMutablePointer<sqlite3_file>?
  ) -> Unmanaged<DiskHandle> {
    guard let place else { preconditionFailure("SQLite names the file it means") }
    let ours = UnsafeMutableRawPointer(place).assumingMemoryBound(to: lectern_disk_file.self)
    guard let owner = ours.pointee.owner else { preconditionFailure("a file without an owner") }
    return Unmanaged<DiskHandle>.fromOpaque(owner)
  }
}
