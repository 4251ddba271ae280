/// Turns results into text: the mode, the window and who reads it decide how.
struct Renderer: Sendable {
  var mode: OutputMode
  /// Columns of the window; nil where there is none to fit into.
  var window: Int?
  /// Whether a terminal reads it: then no control character passes in any mode.
  var isForTerminal: Bool

  /// A width for what must not depend on a window.
  static let pageWidth = 80

  /// How recordings write results: the same on every machine.
  static let recording = Renderer(mode: .table, window: nil, isForTerminal: true)

  /// The same for a file or another program: no window, no terminal.
  var elsewhere: Renderer { Renderer(mode: mode, window: nil, isForTerminal: false) }

  /// The results of one chunk, a line end after each; nothing for no results.
  ///
  /// In the modes for eyes, plain values of one chunk share a line, as Lua's `print` has it.
  /// Numbers there have 14 digits at most; the modes for programs write them exactly.
  func text(of values: [Shown]) throws(ConsoleError) -> String {
    guard !values.isEmpty else { return "" }
    let isForEyes = mode == .table || mode == .box
    if isForEyes && values.allSatisfy(\.isPlain) {
      return values.map(scalar).joined(separator: "\t") + "\n"
    }
    var result = ""
    for value in values where !isNothing(value) {
      result += try text(of: value) + (mode == .csv ? "\r\n" : "\n")
    }
    return result
  }

  private func text(of value: Shown) throws(ConsoleError) -> String {
    switch mode {
    case .table, .box: return table(value)
    case .line: return lines(value)
    case .lua: return LuaText(width: window ?? Self.pageWidth).text(of: value)
    case .json: return try json(value)
    case .jsonl: return try jsonLines(value)
    case .csv: return onTerminal(csv(value))
    case .tsv: return onTerminal(tsv(value))
    case .markdown: return onTerminal(markdown(value))
    }
  }

  /// What tables of these values have no room for, as a line for the person; nil for nothing.
  func leftOut(of values: [Shown]) -> String? {
    guard mode == .table || mode == .box, window != nil else { return nil }
    let tables = values.compactMap { Rows($0) }.compactMap(fitted)
    let columns = tables.flatMap(\.leftOut).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    guard !columns.isEmpty || tables.contains(where: \.hasCutCells) else { return nil }
    let what =
      columns.isEmpty
      ? "cells that end in … are cut"
      : "not shown: " + columns.joined(separator: ", ")
    return "(\(what); .last line shows all)"
  }

  private func fitted(_ rows: Rows) -> TextTable? {
    TextTable(rows, window: window, frame: mode == .box ? 4 : 0, gap: mode == .box ? 3 : 2)
  }

  /// An empty list has no lines where each item is one.
  private func isNothing(_ value: Shown) -> Bool {
    [.csv, .tsv, .jsonl, .markdown].contains(mode) && value == .list([])
  }

  private func onTerminal(_ text: String) -> String {
    isForTerminal ? Escaping.visible(text, isOneLine: false) : text
  }

  private func scalar(_ value: Shown) -> String {
    switch value {
    case .text(let text): return onTerminal(text)
    case .number(let number): return printedText(of: number)
    default: return LuaText.oneLine(value)
    }
  }

  private func table(_ value: Shown) -> String {
    if let rows = Rows(value) {
      guard let table = fitted(rows) else { return lines(value) }
      return mode == .box ? table.boxed() : table.plain()
    }
    if case .record(let fields) = value, mode == .box, !fields.isEmpty {
      return fitted(Rows(record: fields))?.boxed() ?? lines(value)
    }
    if value.isScalar { return scalar(value) }
    return LuaText(width: window ?? Self.pageWidth).text(of: value)
  }

  private func lines(_ value: Shown) -> String {
    switch value {
    case .record(let fields): return record(fields)
    case .list(let items) where !items.isEmpty:
      return items.map(lines).joined(separator: Rows(value) == nil ? "\n" : "\n\n")
    default: return value.isScalar ? scalar(value) : LuaText.oneLine(value)
    }
  }

  private func record(_ fields: [ShownField]) -> String {
    let names = fields.map { Escaping.visible($0.name, isOneLine: true) }
    let widest = names.map(DisplayWidth.of).max() ?? 0
    return zip(names, fields).map { name, field in
      let start = String(repeating: " ", count: widest - DisplayWidth.of(name)) + name + " ="
      let cell = cellText(of: field.value)
      return cell.isEmpty ? start : start + " " + cell
    }.joined(separator: "\n")
  }

  private func json(_ value: Shown) throws(ConsoleError) -> String {
    guard case .list(let items) = value, Rows(value) != nil else {
      return try JSONText.text(of: value)
    }
    var lines: [String] = []
    for item in items { lines.append(try JSONText.text(of: item)) }
    return "[" + lines.joined(separator: ",\n") + "]"
  }

  private func jsonLines(_ value: Shown) throws(ConsoleError) -> String {
    guard case .list(let items) = value else { return try JSONText.text(of: value) }
    var lines: [String] = []
    for item in items { lines.append(try JSONText.text(of: item)) }
    return lines.joined(separator: "\n")
  }

  private func csv(_ value: Shown) -> String {
    if let rows = Rows(value) ?? single(value) { return SeparatedText.csv(rows) }
    guard case .list(let items) = value else { return SeparatedText.csvField(value) }
    return items.map(SeparatedText.csvField).joined(separator: "\r\n")
  }

  private func tsv(_ value: Shown) -> String {
    if let rows = Rows(value) ?? single(value) { return SeparatedText.tsv(rows) }
    guard case .list(let items) = value else { return SeparatedText.tsvField(value) }
    return items.map(SeparatedText.tsvField).joined(separator: "\n")
  }

  private func markdown(_ value: Shown) -> String {
    if let rows = Rows(value) ?? single(value) { return SeparatedText.markdown(rows) }
    guard case .list(let items) = value else { return cellText(of: value) }
    return items.map { "- " + cellText(of: $0) }.joined(separator: "\n")
  }

  private func single(_ value: Shown) -> Rows? {
    guard case .record = value else { return nil }
    return Rows(.list([value]))
  }
}
