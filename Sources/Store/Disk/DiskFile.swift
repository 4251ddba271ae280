import CSQLite

/// A file of a disk in memory: what a reader sees, what would be left of it without power, and the
/// changes between the two.
final class DiskFile {
  /// A change that was not brought to the disk yet.
  enum Change {
    /// Bytes at an offset.
    case write(offset: Int, [UInt8])
    /// A new end of the file.
    case truncate(Int)
  }

  /// What may be written at once without power: half a sector is never there.
  private static let sector = 512

  private(set) var bytes: PagedBytes
  private var durable: PagedBytes
  private var changes: [Change] = []
  /// Who has it open.
  private(set) var handles: [DiskHandle] = []
  private var regions: [UnsafeMutableRawBufferPointer] = []

  init(_ bytes: PagedBytes = PagedBytes()) {
    self.bytes = bytes
    durable = bytes
  }

  deinit { for region in regions { region.deallocate() } }

  /// The same file for the next generation: nobody has it open.
  func reopened() -> DiskFile {
    let next = DiskFile()
    next.bytes = bytes
    next.durable = durable
    next.changes = changes
    return next
  }

  // MARK: - What a connection does

  func read(into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int32 {
    let known = bytes.copy(to: buffer, length: count, from: offset)
    guard known < count else { return SQLITE_OK }
    (buffer + known).initializeMemory(as: UInt8.self, repeating: 0, count: count - known)
    return lectern_short_read
  }

  func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
    noteWrite(source, at: offset)
    bytes.put(source, at: offset)
  }

  func truncate(to count: Int) {
    changes.append(.truncate(count))
    bytes.cut(to: count)
  }

  /// Notes a write that was under way when the power went: part of it may be there, no reader saw
  /// it.
  func noteWrite(_ source: UnsafeRawBufferPointer, at offset: Int) {
    changes.append(.write(offset: offset, Array(source)))
  }

  /// Brings every change to the disk.
  func sync() {
    guard !changes.isEmpty else { return }
    durable = bytes
    forgetChanges()
  }

  // MARK: - Without power

  /// Leaves what was synced, and of the changes since then those that chance keeps.
  func lose(keeping percent: Int, by random: () -> UInt64) {
    for change in changes where Self.isKept(percent, random) {
      let isTorn = percent < 100 && random() % 4 == 0
      apply(change) { _ in !isTorn || random() % 2 == 0 }
    }
    forgetChanges()
    bytes = durable
  }

  /// One draw for each; none where nothing is left to chance.
  static func isKept(_ percent: Int, _ random: () -> UInt64) -> Bool {
    switch percent {
    case ...0: false
    case 100...: true
    default: random() % 100 < UInt64(percent)
    }
  }

  private func forgetChanges() { changes.removeAll(keepingCapacity: true) }

  /// `isKept` is asked for each sector of a write.
  private func apply(_ change: Change, _ isKept: (Int) -> Bool) {
    switch change {
    case .truncate(let count): durable.cut(to: count)
    case .write(let offset, let bytes):
      bytes.withUnsafeBytes { all in
        var place = 0
        while place < all.count {
          let at = offset + place
          let end = min(all.count, place + Self.sector - at % Self.sector)
          if isKept(at / Self.sector) {
            durable.put(UnsafeRawBufferPointer(rebasing: all[place..<end]), at: at)
          }
          place = end
        }
      }
    }
  }

  // MARK: - Who has it open

  func add(_ handle: DiskHandle) { handles.append(handle) }

  func remove(_ handle: DiskHandle) {
    handles.removeAll { $0 === handle }
    forgetRegions()
  }

  /// The log's index, which lies in memory between the connections of a file; made where missing.
  func region(_ number: Int, bytes count: Int, isMade: Bool) -> UnsafeMutableRawPointer? {
    while isMade, regions.count <= number {
      let region = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
      region.initializeMemory(as: UInt8.self, repeating: 0)
      regions.append(region)
    }
    return number < regions.count ? regions[number].baseAddress : nil
  }

  /// Takes over the memory of another file's index, and forgets what it held.
  func takeRegions(of other: DiskFile) {
    regions = other.regions
    other.regions = []
    for region in regions { region.initializeMemory(as: UInt8.self, repeating: 0) }
  }

  /// The index goes with its last user.
  func forgetRegions() {
    guard !handles.contains(where: \.isSharingMemory) else { return }
    for region in regions { region.deallocate() }
    regions = []
  }
}
