import LuaRuntime
import Vocabulary

/// Words an error for a person: what, where, and what to do next.
///
///     error: attempt to index a nil value (global 'nots')
///       2 | nots.add("John 3:16", "x")
///         | ^^^^
///       hint: did you mean 'notes'?
struct ErrorText {
  /// The source that was running, for the line and the caret; nil where there is none to show.
  private let source: NamedSource?
  private let hint: String?

  /// `hint` stands where the error itself has none.
  init(source: NamedSource?, hint: String?) {
    self.source = source
    self.hint = hint
  }

  /// Lines for a terminal or a log, without a line end.
  func text(of error: any Explained) -> String {
    var lines = ["error: " + Escaping.visible(summary(of: error), isOneLine: false)]
    lines += place(of: error)
    if let hint = error.hint ?? hint {
      lines.append("  hint: " + Escaping.visible(hint, isOneLine: false))
    }
    return lines.joined(separator: "\n")
  }

  /// Lua quotes what it cannot read whole, and that may be a book.
  private func summary(of error: any Explained) -> String {
    let text = error.summary
    guard error is SyntaxError, text.count > Excerpt.width else { return text }
    return text.prefix(Excerpt.width / 2) + " … " + text.suffix(Excerpt.width / 4)
  }

  /// The same as one line of JSON, for `-o json`.
  func json(of error: any Explained) -> String {
    var fields = [
      ShownField("kind", .text(error.kind.rawValue)), ShownField("code", .text(error.code)),
      ShownField("message", .text(error.summary)),
    ]
    if let hint = error.hint ?? hint { fields.append(ShownField("hint", .text(hint))) }
    if let position = Self.position(of: error) {
      fields.append(ShownField("source", .text(position.source)))
      fields.append(ShownField("line", .integer(Int64(position.line))))
    }
    return "{\"error\":{"
      + fields.map { JSONText.quoted($0.name) + ":" + Self.json($0.value) }.joined(separator: ",")
      + "}}"
  }

  private static func json(_ value: Shown) -> String {
    if case .text(let text) = value { return JSONText.quoted(text) }
    return LuaText.oneLine(value)
  }

  private func place(of error: any Explained) -> [String] {
    guard let position = Self.position(of: error) else { return [] }
    let lines = SourceLines(source?.text ?? "")
    let at = "  at \(Escaping.visible(position.source, isOneLine: true)):\(position.line)"
    guard let source, position.source == source.name, (1...lines.count).contains(position.line)
    else { return [at] }
    let mark = ErrorMark(in: lines, line: position.line).range(of: error)
    // A call of many lines has its argument on another one.
    let number = mark.map { lines.number(at: $0.lowerBound) } ?? position.line
    let line = lines.range(ofLine: number)
    let excerpt = Excerpt(
      of: lines.text(in: line),
      marking: mark.map {
        ($0.lowerBound - line.lowerBound)..<($0.upperBound - line.lowerBound)
      })
    let gutter = String(number)
    var place = source.isLoaded ? [at] : []
    place.append("  " + gutter + " | " + Escaping.visible(excerpt.text, isOneLine: false))
    if let caret = excerpt.caret {
      place.append("  " + String(repeating: " ", count: gutter.count) + " | " + caret)
    }
    return place
  }

  static func position(of error: any Explained) -> (source: String, line: Int)? {
    if let error = error as? SyntaxError { return (error.source, error.line) }
    return (error as? LuaFailure)?.position.map { ($0.source, $0.line) }
  }
}

extension String {
  /// Where `part` first stands in it.
  func range(ofFirst part: String) -> Range<String.Index>? {
    for start in indices where self[start...].hasPrefix(part) {
      return start..<index(start, offsetBy: part.count)
    }
    return nil
  }
}
