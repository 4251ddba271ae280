/// One line that tells how far long work has come:
/// `Uploading 47 notes, 312 chapters read… [█████░░░░░] 1,234 of 5,000`.
package struct ProgressText: Sendable, Equatable {
  /// What is being done: `Uploading`.
  package let verb: String
  /// To what, the most telling first. As many are shown as there is room for.
  package let parts: [String]
  /// How much of it is done.
  package let done: Int
  /// Of how much; 0 where that is not known, and then there is no bar.
  package let total: Int

  /// What a line is to say.
  package init(verb: String, parts: [String] = [], done: Int, total: Int) {
    self.verb = verb
    self.parts = parts
    self.done = done
    self.total = total
  }

  /// What a terminal can show.
  struct Style: Sendable, Equatable {
    var isUnicode = true
    var isColored = false
  }

  /// A line as a terminal is given it.
  struct Line: Equatable {
    let text: String
    /// How wide it is there: the signs of colour take no room.
    let columns: Int
  }

  /// The line, at most so many columns wide: where there is little room first the last parts go,
  /// then the numbers, then the bar.
  func line(columns: Int, _ style: Style) -> Line {
    let dots = style.isUnicode ? "…" : "..."
    let numbers = total > 0 ? " \(grouped(min(done, total))) of \(grouped(total))" : ""
    let bar = total > 0 ? 1 + Self.cells + 2 : 0
    for (barWidth, numbers) in [(bar, numbers), (bar, ""), (0, "")] {
      let room = columns - barWidth - numbers.count
      guard let head = head(columns: room, dots) else { continue }
      return Line(
        text: head + (barWidth > 0 ? " " + self.bar(style) : "") + numbers,
        columns: DisplayWidth.of(head) + barWidth + numbers.count)
    }
    let head = String(DisplayWidth.prefix(of: verb, columns: max(0, columns)))
    return Line(text: head, columns: DisplayWidth.of(head))
  }

  private func head(columns: Int, _ dots: String) -> String? {
    for count in stride(from: parts.count, through: 0, by: -1) {
      let parts = parts.prefix(count).joined(separator: ", ")
      let head = verb + (parts.isEmpty ? "" : " " + parts) + dots
      if DisplayWidth.of(head) <= columns { return head }
    }
    return nil
  }

  /// Full cells for what is done: the last one is filled only when all is.
  private func bar(_ style: Style) -> String {
    let full = Int(Double(min(max(0, done), total)) / Double(total) * Double(Self.cells))
    let (one, other) = style.isUnicode ? ("█", "░") : ("#", ".")
    let filled = String(repeating: one, count: full)
    let empty = String(repeating: other, count: Self.cells - full)
    guard style.isColored, full > 0 else { return "[" + filled + empty + "]" }
    return "[\u{1B}[36m" + filled + "\u{1B}[0m" + empty + "]"
  }

  private static let cells = 10
}
