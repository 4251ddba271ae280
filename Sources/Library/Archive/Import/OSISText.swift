/// References as they stand in files of other programs.
enum OSISText {
  /// The one passage that a text names: in any usual form, or an OSIS id with what may stand around
  /// it: `Bible.KJV:John.3.16!a`, `Gen.1.1-Gen.1.3`.
  static func reference(_ written: String) throws(LibraryError) -> Reference {
    try ReferenceParser.parseOne(bare(written))
  }

  /// Without the work before it and the grain behind it.
  /// Source: https://crosswire.org/osis/OSIS%202.1.1%20User%20Manual%2006March2006.pdf
  private static func bare(_ written: String) -> String {
    guard written.utf8.contains(0x21) || written.utf8.contains(0x3a) else { return written }
    let parts = written.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map { part in
      var part = part
      if let colon = part.firstIndex(of: ":"), !part[..<colon].contains(where: \.isWhitespace),
        part[part.index(after: colon)...].contains("."), part.first?.isLetter == true
      {
        part = part[part.index(after: colon)...]
      }
      if let mark = part.firstIndex(of: "!") { part = part[..<mark] }
      return String(part)
    }.joined(separator: "-")
  }
}
