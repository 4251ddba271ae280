import Testing

/// What other modules call says what it is.
///
/// An initializer is told by its type and the values it takes; what a protocol asks for is told
/// where it is asked.
@Suite struct CommentTests {
  @Test func `every package declaration has a documentation comment`() {
    let asked = Self.requirements(of: Tree.sources)
    for file in Tree.sources {
      for (index, line) in file.lines.enumerated() {
        guard let name = Self.sharedName(line), !asked.contains(name) else { continue }
        var above = index - 1
        while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
        let isTold = above >= 0 && file.lines[above].drop { $0 == " " }.hasPrefix("///")
        #expect(isTold, "\(file.place(index + 1))\(line)")
      }
    }
  }

  @Test func `what a protocol asks for is found`() {
    let text = """
      protocol P: AnyObject {
        var one: Int { get }
        func two(_ a: Int)
      }
      func three() {}
      """
    let file = SwiftFile(path: "Sources/A/B.swift", bytes: Array(text.utf8))
    let asked = Self.requirements(of: [file])
    #expect(asked.contains("one") && asked.contains("two") && !asked.contains("three"))
  }

  /// The name that a line declares for the package; nil for imports, extensions, initializers.
  private static func sharedName(_ line: Substring) -> String? {
    let words = line.split { $0 == " " || $0 == "(" || $0 == ":" }
    let rest = words.drop { $0.hasPrefix("@") }
    guard rest.first == "package" else { return nil }
    let kinds: Set<Substring> = [
      "class", "struct", "enum", "actor", "protocol", "typealias", "func", "let", "var",
      "subscript",
    ]
    guard let kind = rest.firstIndex(where: kinds.contains) else { return nil }
    if words[kind] == "subscript" { return "subscript" }
    guard let name = rest.dropFirst(kind - rest.startIndex + 1).first else { return nil }
    return name.hasPrefix("<") ? String(name) : String(name.prefix { $0 != "<" })
  }

  /// What protocols ask for: the package's own, and those of the standard library it conforms to.
  private static func requirements(of files: [SwiftFile]) -> Set<String> {
    var names: Set<String> = [
      "description", "debugDescription", "customMirror", "hash", "next", "makeIterator", "==", "<",
    ]
    for file in files {
      var depth: Int?
      for (token, next) in zip(file.tokens, file.tokens.dropFirst()) {
        switch token.text {
        case "protocol" where depth == nil: depth = 0
        case "{": depth = depth.map { $0 + 1 }
        case "}":
          depth = depth.map { $0 - 1 }
          if depth == 0 { depth = nil }
        case "func", "var": if depth != nil { names.insert(next.text) }
        default: break
        }
      }
    }
    return names
  }
}
