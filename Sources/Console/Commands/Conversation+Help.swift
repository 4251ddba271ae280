import LuaRuntime

/// `?x` and `??x`, in the first column.
extension Conversation {
  /// `?notes.add` explains a name; `??f` shows the source of a function.
  func answer(_ question: String) throws {
    let words = question.drop { $0 == "?" }.drop(while: \.isWhitespace)
    let name = String(words.prefix { !$0.isWhitespace && $0 != "(" && $0 != ";" })
    guard !name.isEmpty else { return showHelp(for: "") }
    if question.hasPrefix("??"), try showSource(of: name) { return }
    if evaluator.session.help(on: name) != nil { return showHelp(for: name) }
    let tokens = LuaTokens(name).code
    guard let value = evaluator.value(ofChainEndingAt: tokens.count - 1, in: tokens), !value.isNil
    else { return showHelp(for: name) }
    try explain(value, called: name)
  }

  /// A value is told as what it is: a record by its class, a function by where it is from.
  private func explain(_ value: LuaValue, called name: String) throws {
    if let function = value.function?.registeredName, evaluator.session.help(on: function) != nil {
      return showHelp(for: function)
    }
    if let owner = value.table?.className, evaluator.session.help(on: owner) != nil {
      output.write("\(name) is a \(owner)\n")
      return showHelp(for: owner)
    }
    if let place = try place(of: value) {
      let end = place.lines.upperBound
      return output.write(
        "\(name) is a function of \(place.source), lines \(place.lines.lowerBound) to \(end); "
          + "??\(name) shows it\n")
    }
    let shown = try evaluator.shown([value])
    output.write("\(name) is a \(value.kind.name)\n")
    try output.show(shown)
  }

  /// Where a function of a script was written.
  private struct Place {
    let source: String
    let lines: ClosedRange<Int>
  }

  private func place(of value: LuaValue) throws -> Place? {
    guard case .function = value,
      let getInfo = evaluator.session.lua.globals["debug"].table?["getinfo"].function,
      let table = try getInfo.call([value, .string("S")]).first?.table,
      let source = table["short_src"].text, let first = table["linedefined"].integer,
      let last = table["lastlinedefined"].integer, first > 0, last >= first
    else { return nil }
    return Place(source: source, lines: Int(first)...Int(last))
  }

  /// False where there is no source to show.
  private func showSource(of name: String) throws -> Bool {
    let tokens = LuaTokens(name).code
    guard let value = evaluator.value(ofChainEndingAt: tokens.count - 1, in: tokens),
      let place = try place(of: value)
    else { return false }
    let text =
      place.source == Evaluator.inputName
      ? entry(defining: tokens.last?.text ?? name, lines: place.lines)
      : try fileText(place.source)
    guard let text else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(place.lines.upperBound - 1) else { return false }
    let shown = lines[(place.lines.lowerBound - 1)...(place.lines.upperBound - 1)]
    output.write(
      "-- \(Escaping.visible(place.source, isOneLine: true)):\(place.lines.lowerBound)\n")
    output.write(Escaping.visible(shown.joined(separator: "\n"), isOneLine: false) + "\n")
    return true
  }

  /// The newest entry that gives the name a function at those lines.
  private func entry(defining name: String, lines: ClosedRange<Int>) -> String? {
    history.entries.last { entry in
      guard entry.text.utf8.count(where: { $0 == 0x0A }) + 1 >= lines.upperBound else {
        return false
      }
      let tokens = LuaTokens(entry.text).code
      return tokens.indices.contains { place in
        guard tokens[place].text == name, tokens[place].kind == .name else { return false }
        let next = tokens.indices.contains(place + 1) ? tokens[place + 1].text : ""
        return next == "=" || tokens[..<place].contains { $0.text == "function" } && next == "("
      }
    }?.text
  }

  private func fileText(_ path: String) throws(ConsoleError) -> String? {
    String(validating: try FileBytes.read(path), as: UTF8.self)
  }
}
