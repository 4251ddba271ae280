import Testing

/// The maps of what was asked for and of what goes wrong name tests that there are.
@Suite struct PlanMapTests {
  /// `NotesTests` and the sentence of a test, as they stand in the text.
  private static func named(in text: String) -> [(suite: String, sentence: String)] {
    text.matches(of: /([A-Z][A-Za-z]+Tests):\s+`([^`\n]+)`/).map { match in
      (String(match.1), String(match.2))
    }
  }

  private static func suite(_ name: String, isIn text: String) -> Bool {
    ["struct", "final class"].contains { text.contains("@Suite \($0) \(name) {") }
  }

  @Test(arguments: [("Tests/PLAN.md", 60), ("Tests/PITFALLS.md", 100), ("Tests/CASES.md", 40)])
  func `each test that a map names is there`(map: String, atLeast count: Int) {
    let text = String(decoding: Tree.bytes(of: map), as: UTF8.self)
    let tests = Tree.swift.filter { $0.path.hasPrefix("Tests/") }
      .map { String(decoding: Tree.bytes(of: $0.path), as: UTF8.self) }
    let named = Self.named(in: text)
    #expect(named.count > count)
    for (suite, sentence) in named {
      let isThere = tests.contains {
        Self.suite(suite, isIn: $0) && $0.contains("func `\(sentence)`(")
      }
      #expect(isThere, "\(suite): \(sentence)")
    }
  }

  @Test(arguments: ["Tests/PLAN.md", "Tests/CASES.md"])
  func `each item of the map names a test`(map: String) {
    let text = String(decoding: Tree.bytes(of: map), as: UTF8.self)
    for item in text.split(separator: "\n- ").dropFirst() {
      #expect(!Self.named(in: String(item)).isEmpty, "\(item)")
    }
  }

  @Test(arguments: [
    ("Tests/CASES.md", Array(1...41) + [54, 56, 57, 58] + Array(74...80)),
    ("Tests/PITFALLS.md", Array(1...85)),
  ])
  func `each number of the collection is in the map, once`(map: String, numbers: [Int]) {
    let text = String(decoding: Tree.bytes(of: map), as: UTF8.self)
    let items = text.matches(of: /\n-[ ]([0-9]+)\.[ ]/).compactMap { Int($0.1) }
    #expect(items == numbers)
  }

  @Test func `each pitfall has a test, or cannot happen`() {
    let text = String(decoding: Tree.bytes(of: "Tests/PITFALLS.md"), as: UTF8.self)
    for item in text.split(separator: "\n- ").dropFirst() {
      let isMet = !Self.named(in: String(item)).isEmpty || item.contains("\n  Cannot happen: ")
      #expect(isMet && !item.contains("None yet"), "\(item)")
    }
  }
}
