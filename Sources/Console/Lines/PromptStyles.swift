/// Colours within a prompt, which take no room on its line.
enum PromptStyles {
  /// The prompt as readline wants it: what colours it between \001 and \002, or left out where
  /// nothing may be coloured. Other control characters stay, to be shown as they are.
  /// Source: https://tiswww.case.edu/php/chet/readline/readline.html (rl_expand_prompt)
  static func marked(_ prompt: String, isColored: Bool) -> String {
    guard prompt.contains("\u{1B}[") else { return prompt }
    var marked = ""
    var isHidden = false
    var rest = prompt.unicodeScalars[...]
    while let first = rest.first {
      if !isHidden, let end = endOfStyle(rest) {
        if isColored { marked += "\u{1}" + String(rest[..<end]) + "\u{2}" }
        rest = rest[end...]
        continue
      }
      if first == "\u{1}" || first == "\u{2}" { isHidden = first == "\u{1}" }
      marked.unicodeScalars.append(first)
      rest = rest.dropFirst()
    }
    return marked
  }

  /// Where a "select graphic rendition" ends that begins the text: ESC [ digits and ; and : m.
  /// Source: https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
  private static func endOfStyle(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    guard text.starts(with: ["\u{1B}", "["]) else { return nil }
    let parameters = text.dropFirst(2)
    guard
      let end = parameters.firstIndex(where: {
        !("0"..."9" ~= $0 || ";:".unicodeScalars.contains($0))
      }),
      parameters[end] == "m"
    else { return nil }
    return parameters.index(after: end)
  }
}
