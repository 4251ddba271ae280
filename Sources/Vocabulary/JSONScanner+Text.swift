extension JSONScanner {
  /// A string: where its text lies, checked.
  package mutating func text() throws(JSONError) -> Text {
    try take("\"")
    let start = place
    var at = place
    var hasEscapes = false
    var isASCII = true
    while true {
      guard at < bytes.count else { throw fault("a string without end") }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        at = try checkEscape(at)
        continue
      }
      guard byte >= 0x20 else {
        setPlace(at)
        throw fault("a control character in a string")
      }
      if byte >= 0x80 { isASCII = false }
      at += 1
    }
    if !isASCII, let wrong = firstInvalidUTF8(in: bytes[start..<at]) {
      setPlace(start + wrong)
      throw fault("not UTF-8")
    }
    setPlace(at + 1)
    return Text(range: start..<at, hasEscapes: hasEscapes)
  }

  /// The place after an escape that begins at `at`.
  private mutating func checkEscape(_ at: Int) throws(JSONError) -> Int {
    setPlace(at)
    guard at + 1 < bytes.count else { throw fault("a string without end") }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at + 2
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(at + 2) else { throw fault("a broken \\u escape") }
      if unit & 0xf800 != 0xd800 { return at + 6 }
      guard unit < 0xdc00, at + 7 < bytes.count, bytes[at + 6] == UInt8(ascii: "\\"),
        bytes[at + 7] == UInt8(ascii: "u"), let low = codeUnit(at + 8), low & 0xfc00 == 0xdc00
      else { throw fault("half a surrogate pair") }
      return at + 12
    default: throw fault("an unknown escape")
    }
  }

  private func codeUnit(_ at: Int) -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[at..<at + 4] {
      guard let digit = hexDigit(byte) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// The text, its escapes read.
  package func string(_ text: Text) -> String {
    if !text.hasEscapes { return String(decoding: bytes[text.range], as: UTF8.self) }
    var output: [UInt8] = []
    unescape(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Is the text this ASCII name?
  package func text(_ text: Text, is name: StaticString) -> Bool {
    guard text.range.count == name.utf8CodeUnitCount, !text.hasEscapes else { return false }
    for (place, byte) in bytes[text.range].enumerated() where name.utf8Start[place] != byte {
      return false
    }
    return true
  }

  /// Appends the text with its escapes resolved.
  package func unescape(_ text: Text, to output: inout [UInt8]) {
    var at = text.range.lowerBound
    while at < text.range.upperBound {
      let byte = bytes[at]
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0c)
      case UInt8(ascii: "n"): output.append(0x0a)
      case UInt8(ascii: "r"): output.append(0x0d)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        at = append(codeUnit: codeUnit(at + 2) ?? 0xfffd, at: at, to: &output)
        continue
      default: output.append(bytes[at + 1])
      }
      at += 2
    }
  }

  private func append(codeUnit unit: UInt32, at: Int, to output: inout [UInt8]) -> Int {
    var scalar = unit
    var next = at + 6
    if unit & 0xfc00 == 0xd800, let low = codeUnit(at + 8) {
      scalar = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      next = at + 12
    }
    output.append(contentsOf: Unicode.UTF8.encode(Unicode.Scalar(scalar) ?? "\u{fffd}") ?? .init())
    return next
  }
}

/// The index of the first byte that is not part of valid UTF-8, or nil.
package func firstInvalidUTF8(in bytes: some RandomAccessCollection<UInt8>) -> Int? {
  var offset = 0
  var decoder = Unicode.UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  while true {
    switch decoder.parseScalar(from: &iterator) {
    case .valid(let encoded): offset += encoded.count
    case .emptyInput: return nil
    case .error: return offset
    }
  }
}
