import CSQLite

/// A file of a disk in memory: what a reader sees, what would be left of it without power, and the
/// changes between the two.
final class DiskFile {
  /// A change that was not brought to the disk yet.
  enum Change {
    /// Bytes at an offset: a slice of `log`.
    case write(offset: Int, Range<Int>)
    /// A new end of the file.
    case truncate(Int)
  }

  /// What may be written at once without power: half a sector is never there.
  private static let sector = 512

  private(set) var bytes: [UInt8]
  private var durable: [UInt8]
  private var changes: [Change] = []
  private var log: [UInt8] = []
  /// Who has it open.
  private(set) var handles: [DiskHandle] = []
  private var regions: [UnsafeMutableRawPointer] = []

  init(_ bytes: [UInt8] = []) {
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
    next.log = log
    return next
  }

  // MARK: - What a connection does

  func read(into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Int32 {
    let known = max(0, min(count, bytes.count - offset))
    bytes.withUnsafeBytes { all in
      if known > 0, let start = all.baseAddress {
        buffer.copyMemory(from: start + offset, byteCount: known)
      }
    }
    guard known < count else { return SQLITE_OK }
    (buffer + known).initializeMemory(as: UInt8.self, repeating: 0, count: count - known)
    return lectern_short_read
  }

  func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
    noteWrite(source, at: offset)
    Self.put(source, at: offset, in: &bytes)
  }

  func truncate(to count: Int) {
    changes.append(.truncate(count))
    Self.cut(&bytes, to: count)
  }

  /// Notes a write that was under way when the power went: part of it may be there, no reader saw
  /// it.
  func noteWrite(_ source: UnsafeRawBufferPointer, at offset: Int) {
    let start = log.count
    log.append(contentsOf: source)
    changes.append(.write(offset: offset, start..<log.count))
  }

  /// Brings every change to the disk.
  func sync() {
    for change in changes { apply(change) { _ in true } }
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

  private func forgetChanges() {
    changes.removeAll(keepingCapacity: true)
    log.removeAll(keepingCapacity: true)
  }

  /// `isKept` is asked for each sector of a write.
  private func apply(_ change: Change, _ isKept: (Int) -> Bool) {
    switch change {
    case .truncate(let count): Self.cut(&durable, to: count)
    case .write(let offset, let slice):
      log.withUnsafeBytes { all in
        var place = slice.lowerBound
        while place < slice.upperBound {
          let at = offset + place - slice.lowerBound
          let end = min(slice.upperBound, place + Self.sector - at % Self.sector)
          if isKept(at / Self.sector) {
            Self.put(UnsafeRawBufferPointer(rebasing: all[place..<end]), at: at, in: &durable)
          }
          place = end
        }
      }
    }
  }

  private static func put(
    _ source: UnsafeRawBufferPointer, at offset: Int, in bytes: inout [UInt8]
  ) {
    if offset == bytes.count {
      bytes.append(contentsOf: source)
      return
    }
    if bytes.count < offset + source.count {
      bytes.append(contentsOf: repeatElement(0, count: offset + source.count - bytes.count))
    }
    bytes.withUnsafeMutableBytes { all in
      if let start = all.baseAddress, let from = source.baseAddress {
        (start + offset).copyMemory(from: from, byteCount: source.count)
      }
    }
  }

  private static func cut(_ bytes: inout [UInt8], to count: Int) {
    if count < bytes.count {
      bytes.removeLast(bytes.count - count)
    } else {
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
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
      let region = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      region.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      regions.append(region)
    }
    return number < regions.count ? regions[number] : nil
  }

  /// The index goes with its last user.
  func forgetRegions() {
    guard !handles.contains(where: \.isSharingMemory) else { return }
    for region in regions { region.deallocate() }
    regions = []
  }
}
