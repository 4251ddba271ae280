import Testing

/// The planted bugs fit the sources that there are, and the table says who found each.
@Suite struct MutantTests {
  private static let folder = "Tests/Mutants"

  /// One patch, as text.
  struct Patch: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [Substring]

    var testDescription: String { name }
    var sentence: Substring { lines.first ?? "" }
    /// The suite that notices, where random worlds do not.
    var suite: Substring? {
      lines.first { $0.hasPrefix("test: ") }?.dropFirst("test: ".count)
    }

    /// What each hunk takes for granted, by file.
    var expected: [(file: String, text: String)] {
      var found: [(file: String, text: String)] = []
      var file = ""
      for line in lines {
        if line.hasPrefix("--- a/") {
          file = String(line.dropFirst("--- a/".count))
        } else if line.hasPrefix("@@") {
          found.append((file, "\n"))
        } else if !found.isEmpty, line.hasPrefix(" ") || line.hasPrefix("-") {
          found[found.count - 1].text += line.dropFirst() + "\n"
        }
      }
      return found
    }
  }

  private static let patches = Tree.files(under: folder).filter { $0.hasSuffix(".patch") }.map {
    let text = String(decoding: Tree.bytes(of: $0), as: UTF8.self)
    let name = $0.dropFirst(folder.utf8.count + 1).dropLast(".patch".count)
    return Patch(name: String(name), lines: text.split(separator: "\n"))
  }

  private static let table = String(decoding: Tree.bytes(of: "\(folder)/README.md"), as: UTF8.self)
    .split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()

  @Test(arguments: patches)
  func `a planted bug fits the sources, and somebody finds it`(patch: Patch) throws {
    let expected = patch.expected
    #expect(!expected.isEmpty)
    for (file, text) in expected {
      let source = "\n" + String(decoding: Tree.bytes(of: file), as: UTF8.self)
      #expect(source.contains(text), "\(file) is not as \(patch.name) knows it")
    }
    #expect(patch.sentence.hasSuffix("."))
    let line = try #require(Self.table.first { $0.hasPrefix("| \(patch.name) | ") })
    if let suite = line.firstMatch(of: /\| test ([A-Za-z]+), [0-9]+ s \|$/) {
      #expect(suite.1 == patch.suite ?? "")
      #expect(Tree.swift.contains { $0.path.hasSuffix("/\(suite.1).swift") })
    } else {
      let found = try #require(
        line.firstMatch(of: /\| seed [0-9]+, ([0-9]+) s, ([0-9]+) steps: [a-z ]+ \|$/))
      #expect(Int(found.1) ?? .max <= 60 && Int(found.2) ?? .max <= 12)
    }
  }

  @Test func `the table has a line for each planted bug, and no other`() {
    #expect(Self.patches.count >= 30)
    let names = Self.table.map { String($0.dropFirst(2).prefix { $0 != " " }) }
    #expect(names == Self.patches.map(\.name))
  }
}
