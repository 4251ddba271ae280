import Library

/// What was read must be written, in every style, so that it is read again as the same; what was
/// found lies in the text, one after the other.
enum ReferenceTarget {
  static func problem(_ input: [UInt8]) -> String? {
    let text = String(decoding: input.prefix(400), as: UTF8.self)
    var last = 0
    for found in ReferenceParser.find(text) {
      guard found.start >= last, found.end > found.start, found.end <= text.utf8.count else {
        return "found at \(found.start)..<\(found.end) after \(last)"
      }
      last = found.start
    }
    guard let references = read(text) else { return nil }
    for style in ReferenceStyle.allCases {
      let written = ReferenceParser.format(references, style)
      if read(written) != references { return "\(style) '\(written)' is not '\(text)'" }
    }
    return nil
  }

  private static func read(_ text: String) -> [Reference]? {
    do { return try ReferenceParser.parse(text) } catch { return nil }
  }
}
