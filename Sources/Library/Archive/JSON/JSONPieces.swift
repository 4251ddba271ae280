import Vocabulary

/// The objects in the lists of a JSON object, one by one, however large it is.
///
/// `{"a": 1, "rows": [{…}, {…}]}`. Where each begins on a line of its own, what damages one costs
/// that one only: the next begins at the next line that is indented like the first and opens an
/// object.
final class JSONPieces {
  /// One object of a list.
  struct Piece {
    /// Where it begins.
    let line: Int
    /// The key of the list.
    let list: String
    let bytes: [UInt8]
    /// Whether it is longer than `Limits.recordBytes`, and cut.
    let isCut: Bool
  }

  let file: ImportedFile
  /// How a line begins that is an object whatever stands before it.
  private let mark: [UInt8]
  private var buffer: [UInt8] = []
  private var place = 0
  private var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var list = ""
  private var string: [UInt8] = []
  private var piece: [UInt8] = []
  private var pieceLine = 0
  private var isCut = false
  /// Blanks since the line began; nil once something else was there.
  private var indent: Int? = 0
  /// How far objects are indented; nil where they do not begin lines.
  private var pieceIndent: Int?
  private var isAtEnd = false

  init(_ file: ImportedFile, mark: String = "") {
    self.file = file
    self.mark = Array(mark.utf8)
  }

  /// The next object; nil at the end.
  func next() throws -> Piece? {
    while true {
      if indent == 0, let whole = try wholeLine() { return whole }
      if place == buffer.count {
        buffer = try file.read()
        place = 0
        if buffer.isEmpty { return finish() }
      }
      let byte = buffer[place]
      place += 1
      if byte == 0x0a {
        line += 1
        indent = 0
        isInString = false
        isEscaped = false
        add(byte)
        continue
      }
      if let blanks = indent {
        if byte == 0x20 || byte == 0x09 || byte == 0x0d {
          indent = blanks + 1
          add(byte)
          continue
        }
        indent = nil
        if let broken = resume(at: byte, blanks) {
          step(byte, blanks)
          return broken
        }
        step(byte, blanks)
      } else {
        step(byte, nil)
      }
      if depth == 2, !piece.isEmpty { return taken() }
    }
  }

  /// A line that is an object from its first byte to its last: nothing of it need be looked at
  /// here. Nil where the next line is not like that.
  private func wholeLine() throws -> Piece? {
    if place == buffer.count {
      buffer = try file.read()
      place = 0
    }
    guard place < buffer.count, buffer[place] == UInt8(ascii: "{") else { return nil }
    var end = buffer[place...].firstIndex(of: 0x0a)
    while end == nil, buffer.count - place < Limits.recordBytes {
      let more = try file.read()
      if more.isEmpty { break }
      let known = buffer.count - place
      buffer = buffer[place...] + more
      place = 0
      end = buffer[known...].firstIndex(of: 0x0a)
    }
    let line = buffer[place..<(end ?? buffer.count)]
    guard depth == 2 && piece.isEmpty || !mark.isEmpty && line.starts(with: mark) else {
      return nil
    }
    if !piece.isEmpty { return taken() }
    var bytes = line
    while let last = bytes.last, last <= 0x20 || last == UInt8(ascii: ",") { bytes.removeLast() }
    guard bytes.last == UInt8(ascii: "}") || line.starts(with: mark) && !mark.isEmpty else {
      return nil
    }
    defer { self.line += 1 }
    place = min(buffer.count, line.endIndex + 1)
    depth = 2
    isInString = false
    pieceIndent = 0
    return Piece(line: self.line, list: list, bytes: Array(bytes), isCut: false)
  }

  /// What a line's beginning says of where we are: the piece that ended without its bracket.
  private func resume(at byte: UInt8, _ blanks: Int) -> Piece? {
    guard let pieceIndent else { return nil }
    let opens = byte == UInt8(ascii: "{") && blanks == pieceIndent
    let closes = byte == UInt8(ascii: "]") && blanks <= pieceIndent && depth > 2
    guard opens || closes else { return nil }
    depth = 2
    return piece.isEmpty ? nil : taken()
  }

  private func step(_ byte: UInt8, _ blanks: Int?) {
    if isInString {
      stepInString(byte)
      return add(byte)
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      string = []
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open(byte, blanks)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth = max(1, depth - 1)
    default: break
    }
    add(byte)
  }

  private func open(_ byte: UInt8, _ blanks: Int?) {
    if depth == 2, byte == UInt8(ascii: "{") {
      pieceLine = line
      piece = []
      isCut = false
      if pieceIndent == nil { pieceIndent = blanks }
    }
    if depth == 1, byte == UInt8(ascii: "[") {
      list = String(decoding: string, as: UTF8.self)
      pieceIndent = nil
    }
    depth += 1
    if depth == 3 { piece.reserveCapacity(512) }
  }

  private func stepInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    if isInString, depth == 1, string.count < 64 { string.append(byte) }
  }

  private func add(_ byte: UInt8) {
    guard depth > 2 || !piece.isEmpty else { return }
    if piece.count < Limits.recordBytes { piece.append(byte) } else { isCut = true }
  }

  private func taken() -> Piece {
    let taken = Piece(line: pieceLine, list: list, bytes: piece, isCut: isCut)
    piece = []
    return taken
  }

  /// What the file breaks off in.
  private func finish() -> Piece? {
    guard !isAtEnd, !piece.isEmpty else { return nil }
    isAtEnd = true
    return taken()
  }
}
