/// CSV as it is written: RFC 4180, with LF at the end of a record.
package enum CSVText {
  /// One record, without what ends it.
  package static func line(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",")
  }

  /// Quoted where it must be.
  private static func field(_ text: String) -> String {
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
