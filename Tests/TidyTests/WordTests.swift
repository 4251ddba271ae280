import Testing

/// Names say what a thing is, and nothing in the product may crash, block or hide a loss.
@Suite struct WordTests {
  private static let suffixes = [
    "Manager", "Helper", "Helpers", "Util", "Utils", "Service", "Handler", "Data", "Info",
  ]

  @Test func `no type is named for a role that every type could have`() {
    let kinds: Set<String> = ["class", "struct", "enum", "actor", "protocol", "typealias"]
    for file in Tree.swift {
      for (word, next) in zip(file.tokens, file.tokens.dropFirst()) where kinds.contains(word.text)
      {
        let isBad = Self.suffixes.contains { next.text.hasSuffix($0) }
        #expect(!isBad, "\(file.place(next.line)) \(next.text)")
      }
    }
  }

  @Test func `no type is named like its module`() {
    for file in Tree.sources {
      for (word, next) in zip(file.tokens, file.tokens.dropFirst())
      where ["class", "struct", "enum", "protocol"].contains(word.text) {
        #expect(next.text != file.module, "\(file.place(next.line))")
      }
    }
  }

  @Test func `no file and no folder is a drawer for everything`() {
    let banned = Set(Self.suffixes + ["Types", "Common", "Misc"])
    for path in Tree.files(under: "Sources") + Tree.files(under: "Tests") {
      for part in path.split(separator: "/") {
        let name = String(part.prefix { $0 != "." && $0 != "+" })
        let isBad = banned.contains(name) || Self.suffixes.contains { name.hasSuffix($0) }
        #expect(!isBad, "\(path)")
      }
    }
  }

  @Test func `the product does not use what hides a loss, crashes or escapes the checks`() {
    let banned: Set<String> = [
      "fatalError", "Foundation", "FoundationNetworking", "@unchecked", "detached", "Date", "UUID",
      "sleep", "usleep", "public", "open", "#if", "@testable",
    ]
    for file in Tree.sources {
      let tokens = file.tokens
      for (index, token) in tokens.enumerated() where banned.contains(token.text) {
        let isCall = index + 1 < tokens.count && tokens[index + 1].text == "("
        let isMember = index > 0 && tokens[index - 1].text == "."
        if token.text == "open" && (isCall || isMember || index > 0 && !isDeclaring(tokens, index))
        {
          continue
        }
        if ["Date", "UUID", "sleep"].contains(token.text) && !isCall { continue }
        if isMember && token.text == "sleep" { continue }
        Issue.record("\(file.place(token.line)) \(token.text)")
      }
    }
  }

  /// Whether a word stands before a declaration, as an access level does.
  private func isDeclaring(_ tokens: [Token], _ index: Int) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return ["class", "func", "var"].contains(tokens[index + 1].text)
  }

  @Test func `the product forces nothing`() {
    for file in Tree.sources {
      for (word, next) in zip(file.tokens, file.tokens.dropFirst()) where next.isAttached {
        let isForced =
          switch (word.text, next.text) {
          case ("try", "!"), ("try", "?"), ("as", "!"), (")", "!"), ("]", "!"): true
          case (_, "!"): word.text.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
          case ("nonisolated", "("): true
          default: false
          }
        #expect(!isForced, "\(file.place(next.line)) \(word.text)\(next.text)")
      }
    }
  }

  @Test func `the product has no global that changes`() {
    for file in Tree.sources {
      for (index, line) in file.lines.enumerated() {
        let words = line.split(separator: " ").prefix { $0 != "=" && !$0.hasSuffix(":") }
        let isGlobal = !line.hasPrefix(" ") && words.contains("var")
        let isStored = !line.hasSuffix("{") && !line.hasSuffix("}")
        #expect(!(isGlobal && isStored && !line.hasPrefix("/")), "\(file.place(index + 1))")
      }
    }
  }

  @Test func `nothing is left to do`() {
    // Spelt in halves: this file is searched too.
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for file in Tree.swift {
      for (index, line) in file.lines.enumerated() {
        let words = line.split { !$0.isLetter }
        #expect(!words.contains { marks.contains(String($0)) }, "\(file.place(index + 1))")
      }
    }
  }
}
