import LuaRuntime
import Vocabulary

/// Where in the source an error lies, closer than its line: Lua and we know only the line.
struct ErrorMark {
  private let words: LuaTokens
  private let code: [LuaToken]
  private let lines: SourceLines
  private let line: Int

  /// `line` counts from 1.
  init(in lines: SourceLines, line: Int) {
    self.lines = lines
    self.line = line
    words = LuaTokens(lines.text)
    code = words.code
  }

  /// The bytes to mark, or nil where no word stands out.
  func range(of error: any Explained) -> Range<Int>? {
    if let error = error as? SyntaxError, let place = error.place,
      code.contains(where: { $0.range == place })
    {
      return place
    }
    let quoted = Self.quotedWords(in: error.summary)
    let argument = (error as? LuaFailure)?.argument ?? Self.argument(named: error.summary)
    if let argument, let mark = mark(argument, quoted) { return mark }
    return name(Self.missing(in: error.summary), quoted) ?? text(quoted)
  }

  // MARK: - Arguments

  /// `bad argument #2 to 'rep' …`
  private static func argument(named summary: String) -> LuaArgument? {
    let parts = summary.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("bad argument #"), parts[0].hasSuffix(" to "),
      let place = Int(parts[0].dropFirst(14).dropLast(4)), place > 0
    else { return nil }
    return LuaArgument(of: String(parts[1]), .place(place))
  }

  /// Of several calls on the line it is the one that has what the message quotes.
  private func mark(_ argument: LuaArgument, _ quoted: [String]) -> Range<Int>? {
    let marks = calls(of: argument.function).compactMap { mark(argument.part, of: $0) }
    let quoting = marks.filter { mark in quoted.contains { text(in: mark).contains($0) } }
    guard let mark = marks.count == 1 ? marks.first : quoting.count == 1 ? quoting.first : nil
    else { return nil }
    let items = code.filter { mark.contains($0.range.lowerBound) && $0.kind == .string }
    return items.first { quoted.contains(words.inner(of: $0) ?? "") }?.range ?? mark
  }

  /// A function may have been given another name: then its last one is looked for.
  private func calls(of function: String) -> [CallArguments] {
    let calls = onLine(CallArguments.calls(of: function, in: code))
    guard calls.isEmpty, let dot = function.lastIndex(where: { $0 == "." || $0 == ":" }) else {
      return calls
    }
    let last = String(function[function.index(after: dot)...])
    return onLine(CallArguments.calls(of: last, in: code))
  }

  private func onLine(_ calls: [CallArguments]) -> [CallArguments] {
    calls.filter { lines.numbers(of: $0.head).contains(line) }
  }

  private func mark(_ part: LuaArgument.Part, of call: CallArguments) -> Range<Int>? {
    switch part {
    case .place(let place):
      call.arguments.count >= place ? Self.range(of: call.arguments[place - 1]) : call.end
    case .value(let key, let table):
      field(key, table, of: call).map { Self.range(of: $0.value) } ?? whole(table, of: call)
    case .key(let key, let table):
      field(key, table, of: call)?.key.range ?? whole(table, of: call)
    }
  }

  private func field(
    _ key: String, _ place: Int, of call: CallArguments
  ) -> (key: LuaToken, value: ArraySlice<LuaToken>)? {
    guard call.arguments.count >= place else { return nil }
    return CallArguments.field(key, of: call.arguments[place - 1], in: words)
  }

  private func whole(_ place: Int, of call: CallArguments) -> Range<Int>? {
    call.arguments.count >= place ? Self.range(of: call.arguments[place - 1]) : nil
  }

  private static func range(of tokens: ArraySlice<LuaToken>) -> Range<Int> {
    tokens[tokens.startIndex].range.lowerBound..<tokens[tokens.endIndex - 1].range.upperBound
  }

  // MARK: - Names and texts

  /// How a name was written that stands for nothing: `(field 'ad')`, `(global 'nots')`.
  private static func missing(in summary: String) -> String? {
    guard let end = summary.range(ofFirst: " '"), summary.hasSuffix("')") else { return nil }
    return summary[..<end.lowerBound].split(separator: "(").last.map(String.init)
  }

  private func name(_ sort: String?, _ quoted: [String]) -> Range<Int>? {
    for word in quoted {
      let places = code.indices.filter {
        words.text(of: code[$0]) == word && lines.numbers(of: code[$0].range).contains(line)
      }
      let fitting = places.filter { fits(before: $0, sort) }
      if let place = fitting.first ?? places.first { return code[place].range }
    }
    return nil
  }

  private func fits(before place: Int, _ sort: String?) -> Bool {
    let before = place > 0 ? code[place - 1].text : ""
    return switch sort {
    case "field": before == "." || before == "["
    case "method": before == ":"
    case "global", "local", "upvalue": before != "." && before != ":"
    default: true
    }
  }

  /// A text of the line that is, or alone holds, what the message quotes.
  private func text(_ quoted: [String]) -> Range<Int>? {
    let texts = code.filter { $0.kind == .string && lines.numbers(of: $0.range).contains(line) }
    for word in quoted {
      if let whole = texts.first(where: { words.inner(of: $0) == word }) { return whole.range }
      let parts = texts.flatMap { lines.places(of: word, in: $0.range) }
      if parts.count == 1 { return parts.first }
    }
    return nil
  }

  /// What stands in single quotes, as we and Lua name things; of SQLite's messages the word that is
  /// wrong: `no such table: user_note`, `near "selec": syntax error`.
  private static func quotedWords(in summary: String) -> [String] {
    var words = between("'", in: summary)
    if summary.hasPrefix("near \"") { words += between("\"", in: summary).prefix(1) }
    if summary.hasPrefix("no such "), let last = summary.split(separator: " ").last {
      words.append(String(last))
    }
    return words.filter { !$0.isEmpty }
  }

  private static func between(_ quote: Character, in summary: String) -> [String] {
    let parts = summary.split(separator: quote, omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private func text(in range: Range<Int>) -> String { lines.text(in: range) }
}
