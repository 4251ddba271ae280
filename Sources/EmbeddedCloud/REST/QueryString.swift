import Cloud
import Vocabulary

/// The part of a request target behind the question mark, decoded, in order.
package struct QueryString {
  /// In the order in which they stand there.
  package let pairs: [(name: String, value: String)]

  /// Splits a request target into its path and query.
  static func split(_ target: String) -> (path: String, query: QueryString) {
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    let rest = target[mark...].dropFirst()
    return (String(target[..<mark]), QueryString(rest.prefix { $0 != "#" }))
  }

  /// Reads what stands behind a question mark, or a number sign.
  package init(_ text: some StringProtocol) {
    pairs = text.split(separator: "&").map { pair in
      let end = pair.firstIndex(of: "=") ?? pair.endIndex
      return (Self.decode(pair[..<end]), Self.decode(pair[end...].dropFirst()))
    }
  }

  /// The first value of that name.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The query as PostgREST names a place by it: parameters by name, values encoded.
  var canonical: String {
    let words = Set(pairs.map(\.name)).sorted().map { name in
      let values = pairs.filter { $0.name == name }.map { Self.encode($0.value) }
      return "\(Self.encode(name))=\(values.joined(separator: ","))"
    }
    return words.isEmpty ? "" : "?\(words.joined(separator: "&"))"
  }

  private static func encode(_ text: String) -> String {
    var output = ""
    for byte in text.utf8 {
      if byte.isLetterOrDigit || "-_.~".utf8.contains(byte) {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        output += byte < 16 ? "%0" : "%"
        output += String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }

  /// Undoes percent-encoding; a plus is a space. A percent sign that encodes nothing stays.
  static func decode(_ text: some StringProtocol) -> String {
    var output: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.first {
      bytes = bytes.dropFirst()
      if byte == UInt8(ascii: "%"), bytes.count >= 2,
        let high = hexDigit(bytes[bytes.startIndex]),
        let low = hexDigit(bytes[bytes.startIndex + 1])
      {
        output.append(high << 4 | low)
        bytes = bytes.dropFirst(2)
      } else {
        output.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
