import Vocabulary

/// One entry of the history: everything between two prompts, newlines and all.
struct HistoryEntry: Sendable, Hashable {
  var text: String
  /// When it was entered; nil where the file does not say.
  var enteredAt: Instant?

  init(text: String, enteredAt: Instant?) {
    self.text = text
    self.enteredAt = enteredAt
  }

  /// Its line in the file: milliseconds, a tab, and the text with its line ends escaped.
  var line: String {
    var line = (enteredAt.map { String($0.milliseconds) } ?? "") + "\t"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\n"
  }

  /// Reads a line back. A line without a time is taken as text: a person may have put it there.
  init(line: Substring) {
    guard let tab = line.firstIndex(of: "\t"), tab == line.startIndex || Int64(line[..<tab]) != nil
    else {
      self.init(text: String(line), enteredAt: nil)
      return
    }
    let time = Int64(line[..<tab]).map(Instant.init(milliseconds:))
    self.init(text: Self.unescaped(line[line.index(after: tab)...]), enteredAt: time)
  }

  private static func unescaped(_ line: Substring) -> String {
    var text = ""
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if !isEscaped && scalar == "\\" {
        isEscaped = true
        continue
      }
      switch (isEscaped, scalar) {
      case (true, "n"): text += "\n"
      case (true, "r"): text += "\r"
      default: text.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return text
  }
}
