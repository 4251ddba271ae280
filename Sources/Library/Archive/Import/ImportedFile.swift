import Glibc
import Vocabulary

/// The bytes of a file, piece by piece; what is UTF-16 comes as UTF-8.
final class ImportedFile {
  private enum Encoding { case bytes, littleUTF16, bigUTF16 }

  let path: String
  /// Its size. Unit: bytes.
  let total: Int
  /// How much of it was read.
  private(set) var done = 0
  private let file: Int32
  private var encoding = Encoding.bytes
  /// Bytes of a sign that is not whole yet.
  private var rest: [UInt8] = []
  private var head: [UInt8]?

  /// Errors: `ImportError` for what is no file, cannot be read, is empty or is packed.
  init(_ path: String) throws(ImportError) {
    self.path = path
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    let isOpen = file >= 0 && fstat(file, &status) == 0
    total = Int(status.st_size)
    guard isOpen else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is no file")
    }
    var first = try readBytes()
    guard !first.isEmpty else { throw .empty(path: path) }
    let mark = encodingMark(first)
    encoding = mark.encoding
    first.removeFirst(mark.length)
    if encoding == .bytes, let kind = Self.packing(first) { throw .packed(path: path, kind: kind) }
    let text = decoded(first)
    guard text.contains(where: { $0 > 0x20 }) || done < total else { throw .empty(path: path) }
    head = text
  }

  deinit { if file >= 0 { close(file) } }

  /// How it begins: at most `Limits.readBytes`.
  var beginning: [UInt8] { head ?? [] }

  /// The next piece; empty at the end.
  func read() throws(ImportError) -> [UInt8] {
    if let first = head, !first.isEmpty {
      head = nil
      return first
    }
    head = nil
    while true {
      let bytes = try readBytes()
      if bytes.isEmpty { return [] }
      let text = decoded(bytes)
      if !text.isEmpty { return text }
    }
  }

  private func readBytes() throws(ImportError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Limits.readBytes) { buffer, count in
      repeat {
        let got = Glibc.read(file, buffer.baseAddress, buffer.count)
        failure = got < 0 ? errno : 0
        count = max(0, got)
      } while failure == EINTR
    }
    guard failure == 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(failure)))
    }
    done += bytes.count
    return bytes
  }

  /// What the first bytes say of the encoding. UTF-16 without a mark is told by its zeros.
  private func encodingMark(_ bytes: [UInt8]) -> (encoding: Encoding, length: Int) {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return (.bytes, 3) }
    if bytes.starts(with: [0xff, 0xfe]) { return (.littleUTF16, 2) }
    if bytes.starts(with: [0xfe, 0xff]) { return (.bigUTF16, 2) }
    let start = bytes.prefix(512)
    let zeros = start.indices.filter { start[$0] == 0 }
    guard !start.starts(with: Array("SQLite".utf8)), zeros.count * 3 > start.count else {
      return (.bytes, 0)
    }
    // The second half of a pair may hold a zero of its own.
    let odd = zeros.count { $0 % 2 == 1 }
    if odd > zeros.count / 10 * 9 { return (.littleUTF16, 0) }
    return odd < zeros.count / 10 + 1 ? (.bigUTF16, 0) : (.bytes, 0)
  }

  private static func packing(_ bytes: [UInt8]) -> String? {
    let kinds: [([UInt8], String)] = [
      (Array("PK\u{3}\u{4}".utf8), "a zip archive"), (Array("PK\u{5}\u{6}".utf8), "a zip archive"),
      ([0x1f, 0x8b], "a gzip file"), (Array("7z".utf8) + [0xbc, 0xaf], "a 7z archive"),
      ([0xfd] + Array("7zXZ".utf8), "an xz file"), (Array("Rar!".utf8), "a rar archive"),
    ]
    return kinds.first { bytes.starts(with: $0.0) }?.1
  }

  private func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if encoding == .bytes { return bytes }
    let all = rest + bytes
    let isLittle = encoding == .littleUTF16
    var units = stride(from: 0, to: all.count - 1, by: 2).map { place in
      UInt16(all[place + (isLittle ? 1 : 0)]) << 8 | UInt16(all[place + (isLittle ? 0 : 1)])
    }
    var used = units.count * 2
    if let last = units.last, UTF16.isLeadSurrogate(last), done < total {
      units.removeLast()
      used -= 2
    }
    rest = Array(all[used...])
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
