/// A line of source as an error shows it: all of it, or what is around the place of a long one.
struct Excerpt {
  /// Unit: characters.
  static let width = 120

  let text: String
  /// Stands below `text`, under what is marked.
  let caret: String?

  /// Unit of the mark: bytes of the line; one that goes beyond it is marked to its end.
  init(of line: String, marking mark: Range<Int>?) {
    let bytes = Array(line.utf8)
    let mark = mark.map { $0.clamped(to: 0..<bytes.count) }
    let before = mark.map { String(decoding: bytes[..<$0.lowerBound], as: UTF8.self) } ?? ""
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
    guard let mark else {
      caret = nil
      return
    }
    let gap = ((isCut.0 ? "…" : "") + String(characters[start..<middle])).map {
      $0 == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of($0))
    }
    let word = String(decoding: bytes[mark], as: UTF8.self).prefix(end - middle)
    let width = max(1, DisplayWidth.of(String(word)))
    caret = gap.joined() + String(repeating: "^", count: width)
  }
}
