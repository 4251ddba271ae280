/// Bytes that lie in pages: a copy shares with its original each page that neither has written to.
package struct PagedBytes: Sendable {
  private static let pageBytes = 4_096

  private var pages: [[UInt8]] = []
  /// How many bytes there are.
  private(set) var count = 0

  package init(_ bytes: [UInt8] = []) {
    bytes.withUnsafeBytes { put($0, at: 0) }
  }

  /// All of them, one after the other.
  package var all: [UInt8] { Array(pages.joined().prefix(count)) }

  /// Copies `length` bytes from `offset` on, or as many as there are; answers how many.
  func copy(to buffer: UnsafeMutableRawPointer, length: Int, from offset: Int) -> Int {
    let known = max(0, min(length, count - offset))
    var done = 0
    while done < known {
      let (page, start) = Self.place(offset + done)
      let step = min(known - done, Self.pageBytes - start)
      pages[page].withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        (buffer + done).copyMemory(from: base + start, byteCount: step)
      }
      done += step
    }
    return known
  }

  /// Writes over what is there, and on behind its end.
  mutating func put(_ source: UnsafeRawBufferPointer, at offset: Int) {
    guard let from = source.baseAddress else { return }
    if offset + source.count > count { cut(to: offset + source.count) }
    var done = 0
    while done < source.count {
      let (page, start) = Self.place(offset + done)
      let step = min(source.count - done, Self.pageBytes - start)
      pages[page].withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        (base + start).copyMemory(from: from + done, byteCount: step)
      }
      done += step
    }
  }

  /// Sets the end; what comes to be behind the former one is 0.
  mutating func cut(to end: Int) {
    let needed = (end + Self.pageBytes - 1) / Self.pageBytes
    if end < count {
      pages.removeLast(pages.count - needed)
      let (page, start) = Self.place(end)
      if start > 0 { for place in start..<Self.pageBytes { pages[page][place] = 0 } }
    }
    while pages.count < needed { pages.append(Array(repeating: 0, count: Self.pageBytes)) }
    count = end
  }

  private static func place(_ offset: Int) -> (page: Int, start: Int) {
    (offset / pageBytes, offset % pageBytes)
  }
}
