import Testing

/// One thing is written once.
@Suite struct DuplicateTests {
  /// Shorter runs of equal words are the language's, not ours. Unit: tokens.
  private static let window = 60

  @Test func `no long run of words stands twice in the product`() {
    for pair in Self.repeats(in: Tree.sources) {
      Issue.record("\(pair.first) and \(pair.second) say the same")
    }
  }

  @Test func `a run that stands twice is found`() {
    let body = (0..<Self.window).map { "word\($0)" }.joined(separator: " ")
    let one = SwiftFile(path: "Sources/A/One.swift", bytes: Array("\n\(body)".utf8))
    let other = SwiftFile(path: "Sources/A/Other.swift", bytes: Array("let x = 1\n\n\(body)".utf8))
    let found = Self.repeats(in: [one, other])
    #expect(found.map(\.first) == ["Sources/A/One.swift:2"])
    #expect(found.map(\.second) == ["Sources/A/Other.swift:3"])
    #expect(Self.repeats(in: [one]).isEmpty)
  }

  /// The places of equal runs, the first place of each run only.
  private static func repeats(in files: [SwiftFile]) -> [(first: String, second: String)] {
    var seen: [Int: (file: Int, token: Int)] = [:]
    var found: [(first: String, second: String)] = []
    for (number, file) in files.enumerated() {
      let words = file.tokens.map(\.text)
      let marks = rolling(words.map(\.hashValue))
      var covered = -1
      for (start, mark) in marks.enumerated() {
        guard let earlier = seen[mark] else {
          seen[mark] = (number, start)
          continue
        }
        let isOverlap = earlier.file == number && start - earlier.token < window
        let before = files[earlier.file].tokens[earlier.token..<earlier.token + window]
        guard !isOverlap, before.map(\.text) == Array(words[start..<start + window]) else {
          continue
        }
        if start > covered {
          let line = files[earlier.file].tokens[earlier.token].line
          found.append((files[earlier.file].place(line), file.place(file.tokens[start].line)))
        }
        covered = start + window
      }
    }
    return found
  }

  /// A number for each window of words, equal for equal windows.
  private static func rolling(_ words: [Int]) -> [Int] {
    guard words.count >= window else { return [] }
    let base = 1_000_003
    let top = (0..<window).reduce(1) { power, _ in power &* base }
    var mark = words[..<window].reduce(0) { $0 &* base &+ $1 }
    var marks = [mark]
    for index in window..<words.count {
      mark = mark &* base &+ words[index] &- words[index - window] &* top
      marks.append(mark)
    }
    return marks
  }
}
