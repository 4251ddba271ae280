import CSQLite

extension Connection {
  /// The whole database as bytes, as a file of it would hold them.
  package func image() throws(StoreError) -> [UInt8] {
    var size: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw .inputOutput(path: path, reason: "out of memory")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Puts an image in the place of a database in memory. Kept statements are forgotten, unless it
  /// lies on a disk in memory: there the image is one of the same database.
  package func replace(with image: [UInt8]) throws(StoreError) {
    if let disk = fileSystem?.disk {
      disk.plant(PagedBytes(image), at: path)
      disk.remove("\(path)-wal", isSynced: true)
      guard reopen(on: disk, surroundings: fileSystem?.virtual) else { throw .busy(path: path) }
      return
    }
    dropStatements()
    let whole = try Connection(path: path)
    try whole.take(image)
    try whole.copy(to: handle, path)
  }

  /// Makes the image the whole of a connection that was never used.
  ///
  /// Why not of any: a table of a function, like `json_each`, would be looked for in the database
  /// that was there before, which ends the program.
  private func take(_ image: [UInt8]) throws(StoreError) {
    guard let copy = sqlite3_malloc64(UInt64(max(image.count, 1))) else {
      throw .inputOutput(path: path, reason: "out of memory")
    }
    let bytes = copy.assumingMemoryBound(to: UInt8.self)
    for (place, byte) in image.enumerated() { bytes[place] = byte }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let count = Int64(image.count)
    guard sqlite3_deserialize(handle, "main", bytes, count, count, flags) == SQLITE_OK else {
      throw StoreError(connection: handle, path: path)
    }
  }
}
