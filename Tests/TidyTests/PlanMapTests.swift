import Testing

/// The maps of what was asked for and of what goes wrong name tests that there are.
@Suite struct PlanMapTests {
  /// `NotesTests` and the sentence of a test, as they stand in the text.
  private static func named(in text: String) -> [(suite: String, sentence: String)] {
    text.matches(of: /([A-Z][A-Za-z]+Tests):\s+`([^`\n]+)`/).map { match in
      (String(match.1), String(match.2))
    }
  }

  @Test(arguments: ["Tests/PLAN.md", "Tests/PITFALLS.md"])
  func `each test that a map names is there`(map: String) {
    let text = String(decoding: Tree.bytes(of: map), as: UTF8.self)
    let tests = Tree.swift.filter { $0.path.hasPrefix("Tests/") }
      .map { String(decoding: Tree.bytes(of: $0.path), as: UTF8.self) }
    let named = Self.named(in: text)
    #expect(named.count > 60)
    for (suite, sentence) in named {
      let isThere = tests.contains {
        $0.contains("@Suite struct \(suite) {") && $0.contains("func `\(sentence)`(")
      }
      #expect(isThere, "\(suite): \(sentence)")
    }
  }

  @Test func `each item of the map names a test`() {
    let text = String(decoding: Tree.bytes(of: "Tests/PLAN.md"), as: UTF8.self)
    for item in text.split(separator: "\n- ").dropFirst() {
      #expect(!Self.named(in: String(item)).isEmpty, "\(item)")
    }
  }
}
