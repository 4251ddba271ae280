import CSQLite
import Glibc

/// One generation of a disk in memory, from its start to its crash: what was opened before a crash
/// fails for ever after.
final class DiskMount {
  /// Whoever opens a file here keeps the disk.
  unowned let disk: MemoryDisk
  /// Nothing can be read or written here any more.
  private(set) var isDown = false
  /// Whether the write that failed was the one under way when everything ended.
  private(set) var takesUnfinished = false
  /// What SQLite calls on files of this disk.
  let methods: UnsafeMutablePointer<sqlite3_io_methods>

  init(of disk: MemoryDisk) {
    self.disk = disk
    methods = .allocate(capacity: 1)
    methods.initialize(to: Self.fileMethods)
  }

  deinit { methods.deallocate() }

  func goDown() { isDown = true }

  /// Counts a change of the disk. False where it does not happen: then nothing does any more.
  func mayChange() -> Bool {
    takesUnfinished = false
    guard !isDown else { return false }
    guard disk.countChange() else {
      isDown = true
      takesUnfinished = true
      return false
    }
    return true
  }

  private func open(
    _ name: String?, _ flags: Int32, _ place: UnsafeMutablePointer<sqlite3_file>
  ) -> Int32 {
    place.pointee.pMethods = nil
    guard !isDown else { return SQLITE_IOERR }
    let isReadOnly = flags & SQLITE_OPEN_READONLY != 0
    guard let name else {
      DiskHandle(DiskFile(), on: self, isReadOnly: false, isCounted: false).install(in: place)
      return SQLITE_OK
    }
    let isMade = flags & SQLITE_OPEN_CREATE != 0
    guard let file = disk.file(name, isMade: isMade) else { return SQLITE_CANTOPEN }
    DiskHandle(file, on: self, isReadOnly: isReadOnly, isCounted: true).install(in: place)
    return SQLITE_OK
  }

  private func remove(_ name: String, isSynced: Bool) -> Int32 {
    guard disk.has(name) else { return isDown ? SQLITE_IOERR : lectern_no_such_file }
    guard mayChange() else { return SQLITE_IOERR }
    disk.remove(name, isSynced: isSynced)
    return SQLITE_OK
  }

  // MARK: - As SQLite calls it

  /// Has SQLite open, remove and look for files on the mount of the file system.
  static func setFiles(of base: inout sqlite3_vfs) {
    base.szOsFile = Int32(MemoryLayout<lectern_disk_file>.stride)
    base.xOpen = { system, name, place, flags, given in
      guard let place else { return SQLITE_IOERR }
      given?.pointee = flags
      let name = name.map { String(cString: $0) }
      return DiskMount.of(system).open(name, flags, place)
    }
    base.xDelete = { system, name, isSynced in
      guard let name else { return SQLITE_IOERR }
      return DiskMount.of(system).remove(String(cString: name), isSynced: isSynced != 0)
    }
    base.xAccess = { system, name, _, answer in
      let mount = DiskMount.of(system)
      answer?.pointee = name.map { mount.disk.has(String(cString: $0)) } == true ? 1 : 0
      return mount.isDown ? SQLITE_IOERR : SQLITE_OK
    }
    base.xFullPathname = { _, name, room, path in
      guard let name, let path, strlen(name) < Int(room) else { return SQLITE_CANTOPEN }
      strcpy(path, name)
      return SQLITE_OK
    }
  }

  private static func of(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> DiskMount {
    guard let mount = FileSystem.owner(of: system).mount else {
      preconditionFailure("files in memory without a disk")
    }
    return mount
  }

  /// Ours alone: those of SQLite are smaller.
  private static let downQuestion: Int32 = 0x4c45

  /// Whether a connection's file lies on a disk in memory that is down.
  static func isDown(under connection: OpaquePointer) -> Bool {
    var answer: Int32 = 0
    let result = sqlite3_file_control(connection, "main", downQuestion, &answer)
    return result == SQLITE_OK && answer != 0
  }

  /// Whether a file that SQLite names is open, and one of a disk in memory.
  static func holds(_ place: UnsafeMutablePointer<sqlite3_file>?) -> Bool {
    guard let methods = place?.pointee.pMethods else { return false }
    var answer: Int32 = 0
    return methods.pointee.xFileControl?(place, downQuestion, &answer) == SQLITE_OK
  }

  /// Version 2: with a log's shared memory, without mapped pages.
  private static var fileMethods: sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { file in
      DiskHandle.close(file)
      return SQLITE_OK
    }
    methods.xRead = { file, buffer, count, offset in
      DiskHandle.at(file).read(buffer, count, offset)
    }
    methods.xWrite = { file, bytes, count, offset in
      DiskHandle.at(file).write(bytes, count, offset)
    }
    methods.xTruncate = { file, count in DiskHandle.at(file).truncate(to: count) }
    methods.xSync = { file, _ in DiskHandle.at(file).sync() }
    methods.xFileSize = { file, answer in
      guard let size = DiskHandle.at(file).size else { return SQLITE_IOERR }
      answer?.pointee = size
      return SQLITE_OK
    }
    methods.xFileControl = { file, question, answer in
      guard question == DiskMount.downQuestion else { return SQLITE_NOTFOUND }
      answer?.storeBytes(of: DiskHandle.at(file).mount.isDown ? 1 : 0, as: Int32.self)
      return SQLITE_OK
    }
    methods.xSectorSize = { _ in 4_096 }
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
    setLocks(of: &methods)
    return methods
  }

  private static func setLocks(of methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in DiskHandle.at(file).lock(level) }
    methods.xUnlock = { file, level in
      DiskHandle.at(file).unlock(level)
      return SQLITE_OK
    }
    methods.xCheckReservedLock = { file, answer in
      answer?.pointee = DiskHandle.at(file).isReserved ? 1 : 0
      return SQLITE_OK
    }
    methods.xShmMap = { file, number, count, isMade, answer in
      let (result, region) = DiskHandle.at(file).map(number, count, isMade != 0)
      answer?.pointee = region
      return result
    }
    methods.xShmLock = { file, first, count, flags in
      DiskHandle.at(file).lockSlots(first, count, flags)
    }
    methods.xShmBarrier = { _ in }
    methods.xShmUnmap = { file, _ in
      DiskHandle.at(file).unmap()
      return SQLITE_OK
    }
  }
}
