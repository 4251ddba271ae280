/// CSV as it is written.
/// Source: https://www.rfc-editor.org/rfc/rfc4180
package enum CSVText {
  /// One record, without what ends it.
  package static func line(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",")
  }

  /// One field, quoted where it must be.
  package static func field(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",") && byte != 0x0a && byte != 0x0d
    }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append("\"") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
