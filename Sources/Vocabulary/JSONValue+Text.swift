/// Bytes that are not JSON.
package struct JSONError: Error, Sendable, Hashable {
  /// Where in the bytes, from 0.
  package let offset: Int
  /// What is wrong there.
  package let reason: String
}

extension JSONValue {
  /// Reads a whole document strictly: RFC 8259, UTF-8, nothing after it.
  package init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    let all = Array(bytes)
    let result = all.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
      var scanner = JSONScanner(buffer)
      do throws(JSONError) {
        let value = try scanner.value()
        try scanner.end()
        return .success(value)
      } catch { return .failure(error) }
    }
    self = try result.get()
  }

  package init(parsing text: String) throws(JSONError) { try self.init(parsing: text.utf8) }

  /// Compact JSON text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Compact JSON text in UTF-8.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// Appends the compact form. A number that is not finite becomes null.
  package func write(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value):
      output.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
    case .string(let value): writeJSON(value.utf8, to: &output)
    case .array(let items):
      output.append(UInt8(ascii: "["))
      for (place, item) in items.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        item.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (place, member) in object.members.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        writeJSON(member.key.utf8, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}

/// Appends bytes of UTF-8 as a JSON string, quotes included.
package func writeJSON(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
  output.append(UInt8(ascii: "\""))
  // Most texts hold nothing that is to be written otherwise.
  let isPlain = text.withContiguousStorageIfAvailable { bytes in
    guard bytes.allSatisfy(standsForItself) else { return false }
    output.append(contentsOf: bytes)
    return true
  }
  if isPlain != true { for byte in text { writeEscaped(byte, to: &output) } }
  output.append(UInt8(ascii: "\""))
}

private func standsForItself(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

private func writeEscaped(_ byte: UInt8, to output: inout [UInt8]) {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"):
    output.append(UInt8(ascii: "\\"))
    output.append(byte)
  case 0x0a: output.append(contentsOf: #"\n"#.utf8)
  case 0x0d: output.append(contentsOf: #"\r"#.utf8)
  case 0x09: output.append(contentsOf: #"\t"#.utf8)
  case 0..<0x20:
    output.append(contentsOf: #"\u00"#.utf8)
    output.append(lowerHex(byte >> 4))
    output.append(lowerHex(byte & 15))
  default: output.append(byte)
  }
}
