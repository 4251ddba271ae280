import LuaRuntime

/// A line of source as an error shows it: all of it, or what is around the place of a long one.
struct Excerpt {
  /// Unit: characters.
  static let width = 120

  let text: String
  /// Marks the word that the message quotes, if the line has it; it stands below `text`.
  let caret: String?

  init(of line: String, around summary: String) {
    let place = Self.place(in: line, of: summary)
    let before =
      place.map { String(decoding: line.utf8.prefix($0.lowerBound), as: UTF8.self) } ?? ""
    let characters = Array(line)
    let middle = before.count
    var start = 0
    var end = characters.count
    if characters.count > Self.width {
      start = max(0, min(middle - Self.width / 2, characters.count - Self.width))
      end = start + Self.width
    }
    let isCut = (start > 0, end < characters.count)
    text = (isCut.0 ? "…" : "") + String(characters[start..<end]) + (isCut.1 ? "…" : "")
    guard let place else {
      caret = nil
      return
    }
    let gap = ((isCut.0 ? "…" : "") + String(characters[start..<middle])).map {
      $0 == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of($0))
    }
    let word = String(decoding: Array(line.utf8)[place], as: UTF8.self).prefix(end - middle)
    caret = gap.joined() + String(repeating: "^", count: max(1, DisplayWidth.of(String(word))))
  }

  /// Where the word lies that the message quotes. Unit: bytes.
  private static func place(in line: String, of summary: String) -> Range<Int>? {
    let words = LuaTokens(line)
    for word in quotedWords(in: summary) {
      if let token = words.code.first(where: { words.text(of: $0) == word }) { return token.range }
    }
    return nil
  }

  private static func quotedWords(in summary: String) -> [String] {
    let parts = summary.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      .filter { !$0.isEmpty }
  }
}
