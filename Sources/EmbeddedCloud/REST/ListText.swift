/// Lists as query strings write them: items between commas, in quotes or not.
enum ListText {
  /// Splits at the commas that stand neither in quotes nor in parentheses.
  static func items(_ text: Substring) -> [Substring] {
    var items: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for place in text.utf8.indices {
      switch text.utf8[place] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        items.append(text[start..<place])
        start = text.utf8.index(after: place)
      default: break
      }
    }
    items.append(text[start...])
    return items
  }

  static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var output = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        output.append(character)
        isEscaped = false
      }
    }
    return output
  }
}
