/// Lays rows out in columns that line up, cut to fit a window.
struct TextTable {
  private var header: [String]
  private var cells: [[String]]
  private var isNumeric: [Bool]
  private var widths: [Int]
  /// Columns that a window has no room for.
  private(set) var leftOut: [String] = []

  /// The least that a cut column keeps. Unit: columns of the window.
  private static let narrowest = 6
  /// Before a column is cut further than this, another is left out. Unit: columns of the window.
  private static let readable = 40

  /// Nil where not even cut columns fit into `window`; nil for `window` is no limit.
  ///
  /// Columns that a person misses least (times, the cloud's id) are left out before others are cut
  /// to what nobody can read.
  init?(_ rows: Rows, window: Int?, frame: Int, gap: Int) {
    header = rows.columns.map { Escaping.visible($0, isOneLine: true) }
    cells = rows.rows.map { $0.map(cellText) }
    isNumeric = rows.columns.indices.map { column in
      rows.rows.contains { $0[column].isNumeric }
        && rows.rows.allSatisfy { $0[column].isNumeric || $0[column] == .null }
    }
    widths = header.map(DisplayWidth.of)
    for row in cells {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
    guard let window else { return }
    func room() -> Int { window - frame - gap * max(0, widths.count - 1) }
    for name in FieldOrder.leastMissed
    where widths.reduce(0, { $0 + min($1, Self.readable) }) > room() {
      leaveOut(name)
    }
    guard let fitted = Self.fit(widths, into: room()) else { return nil }
    widths = fitted
  }

  /// Whether a cell is longer than its column.
  var hasCutCells: Bool {
    cells.contains { row in row.indices.contains { DisplayWidth.of(row[$0]) > widths[$0] } }
  }

  private mutating func leaveOut(_ name: String) {
    guard widths.count > 1, let column = header.firstIndex(of: name) else { return }
    leftOut.append(header.remove(at: column))
    widths.remove(at: column)
    isNumeric.remove(at: column)
    for row in cells.indices { cells[row].remove(at: column) }
  }

  /// Takes from the widest columns first, down to one common width.
  private static func fit(_ natural: [Int], into room: Int) -> [Int]? {
    if natural.reduce(0, +) <= room { return natural }
    if natural.reduce(0, { $0 + min($1, narrowest) }) > room { return nil }
    var low = narrowest
    var high = natural.max() ?? narrowest
    while low < high {
      let middle = (low + high + 1) / 2
      if natural.reduce(0, { $0 + min($1, middle) }) <= room {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var fitted = natural.map { min($0, low) }
    var left = room - fitted.reduce(0, +)
    for column in natural.indices where left > 0 && natural[column] > fitted[column] {
      fitted[column] += 1
      left -= 1
    }
    return fitted
  }

  /// Columns parted by two spaces under a header and a line.
  func plain() -> String {
    var lines = [
      line(header), widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "),
    ]
    lines += cells.map(line)
    return lines.joined(separator: "\n")
  }

  /// Columns in a frame.
  func boxed() -> String {
    var lines = [rule("┌", "┬", "┐"), framed(header, "│"), rule("├", "┼", "┤")]
    lines += cells.map { framed($0, "│") }
    lines.append(rule("└", "┴", "┘"))
    return lines.joined(separator: "\n")
  }

  private func line(_ row: [String]) -> String {
    var result = row.indices.map { set(row[$0], in: $0) }.joined(separator: "  ")
    while result.last == " " { result.removeLast() }
    return result
  }

  private func framed(_ row: [String], _ bar: String) -> String {
    bar + row.indices.map { " " + set(row[$0], in: $0) + " " }.joined(separator: bar) + bar
  }

  private func rule(_ left: String, _ middle: String, _ right: String) -> String {
    left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
  }

  private func set(_ cell: String, in column: Int) -> String {
    let width = widths[column]
    var text = cell
    if DisplayWidth.of(text) > width {
      text = DisplayWidth.prefix(of: text, columns: width - 1) + "…"
    }
    let padding = String(repeating: " ", count: width - DisplayWidth.of(text))
    return isNumeric[column] ? padding + text : text + padding
  }
}
