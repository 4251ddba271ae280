/// Rows of a body in CSV: the first line names the columns, `NULL` is null.
///
/// Source: https://www.rfc-editor.org/rfc/rfc4180
enum CSVText {
  static func rows(
    _ text: String
  ) throws(RESTRefusal) -> (columns: [String], rows: [[String: Payload.Value]]) {
    var lines = lines(text)
    guard let names = lines.first else { throw .invalidJSON }
    lines.removeFirst()
    var rows: [[String: Payload.Value]] = []
    for line in lines {
      guard line.count == names.count else {
        throw RESTRefusal("PGRST102", "All lines must have same number of fields")
      }
      rows.append(
        Dictionary(zip(names, line).map { ($0, $1 == "NULL" ? .null : .text($1)) }) { $1 })
    }
    return (names, rows)
  }

  private static func lines(_ text: String) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    func end() {
      line.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
        field.append(byte)
        bytes = bytes.dropFirst()
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: ","): end()
      case UInt8(ascii: "\r") where bytes.first == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"):
        end()
        lines.append(line)
        line = []
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !line.isEmpty {
      end()
      lines.append(line)
    }
    return lines
  }
}
