import Vocabulary

/// The lines of a file, one by one: ended by LF, CR LF, or by CR where there is no other.
final class ImportedLines {
  /// A line without what ends it.
  struct Line {
    /// From 1.
    let number: Int
    let bytes: ArraySlice<UInt8>
  }

  let file: ImportedFile
  private let mark: UInt8
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0

  init(_ file: ImportedFile) {
    self.file = file
    let hasOnlyCR = !file.beginning.contains(0x0a) && file.beginning.contains(0x0d)
    mark = hasOnlyCR ? 0x0d : 0x0a
  }

  /// The next line; nil at the end. One of more than `Limits.recordBytes` is cut.
  func next() throws(ImportError) -> Line? {
    var end = buffer[start...].firstIndex(of: mark)
    while end == nil, buffer.count - start < Limits.recordBytes {
      let more = try file.read()
      if more.isEmpty { break }
      let known = buffer.count - start
      buffer = Array(buffer[start...]) + more
      start = 0
      end = buffer[known...].firstIndex(of: mark)
    }
    guard start < buffer.count else { return nil }
    var line = buffer[start..<(end ?? buffer.count)]
    start = end.map { $0 + 1 } ?? buffer.count
    if line.last == 0x0d { line.removeLast() }
    number += 1
    return Line(number: number, bytes: line)
  }
}
