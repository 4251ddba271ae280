import Testing

/// What is small can be read whole. A list of tests is not read, but looked up.
@Suite struct SizeTests {
  @Test func `a source file has at most 300 lines and a test file 500`() {
    let code =
      Tree.files(under: "Sources") + Tree.files(under: "Tests")
      + Tree.files(under: "scripts")
    for path in code where !path.hasSuffix(".md") {
      let count = Tree.bytes(of: path).count { $0 == UInt8(ascii: "\n") }
      let cap = path.hasPrefix("Tests/") ? 500 : 300
      #expect(count <= cap, "\(path) has \(count) lines")
    }
  }

  /// What a test quotes, a program or an answer, stays as it is; what is packed, or fed to a
  /// fuzzer, has no lines, and those of a patch begin with a mark.
  @Test func `a line has at most 100 columns`() {
    for path in Tree.files(under: "Sources") + Tree.files(under: "Tests")
    where !path.hasSuffix(".gz") && !path.hasSuffix(".patch")
      && !path.hasPrefix("Tests/Fuzz/Inputs/")
    {
      let bytes = Tree.bytes(of: path)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      var quoted: Set<Int>?
      for (index, line) in lines.enumerated() where line.count > 100 {
        let columns = String(decoding: line, as: UTF8.self).count
        if columns <= 100 { continue }
        if path.hasPrefix("Tests/") {
          quoted = quoted ?? SwiftFile(path: path, bytes: bytes).quotedLines
          if quoted?.contains(index + 1) == true { continue }
        }
        Issue.record("\(path):\(index + 1) has \(columns) columns")
      }
    }
  }

  @Test func `a function has at most 50 lines`() {
    for file in Tree.swift {
      for body in file.functions() where body.lines.count > 50 {
        Issue.record("\(file.place(body.lines.lowerBound)) has \(body.lines.count) lines")
      }
    }
  }

  @Test func `the lexer sees functions and what they hold`() {
    let text = ##"""
      func one(_ a: () -> Void = {}) -> Int {
        let s = "}\(f("}") + "{")"  // }
        return s.count
      }
      protocol P {
        func two()
        init()
      }
      init(a: Int) throws where A == B { self.init() }
      func three() -> String { #"""
        }
        """# }
      """##
    let file = SwiftFile(path: "Sources/A/B.swift", bytes: Array(text.utf8))
    #expect(file.functions().map(\.lines) == [1...4, 9...9, 10...12])
  }
}

/// Where a function stands, from the word that declares it to its closing brace.
struct FunctionBody {
  let lines: ClosedRange<Int>
}

extension SwiftFile {
  /// The lines on which a literal stands, or a part of one.
  var quotedLines: Set<Int> {
    var lines: Set<Int> = []
    for token in tokens where token.text.contains("\"") {
      lines.formUnion(token.line...token.line + token.text.count { $0 == "\n" })
    }
    return lines
  }

  func functions() -> [FunctionBody] {
    tokens.indices.compactMap { index in
      let isDeclared =
        switch tokens[index].text {
        case "func", "deinit", "subscript": true
        case "init": index == 0 || tokens[index - 1].text != "."
        default: false
        }
      guard isDeclared, let open = opening(after: index), let close = closing(of: open) else {
        return nil
      }
      return FunctionBody(lines: tokens[index].line...tokens[close].line)
    }
  }

  /// The brace that opens the body; nil for a requirement, which has none.
  private func opening(after start: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[(start + 1)...] {
      let token = tokens[index]
      if depth == 0 && token.line > tokens[index - 1].line && !Self.goOn.contains(token.text) {
        return nil
      }
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}" where depth == 0: return nil
      default: break
      }
    }
    return nil
  }

  /// The words that may begin a further line of a signature.
  private static let goOn: Set<String> = ["{", "-", "throws", "async", "rethrows", "where"]

  private func closing(of open: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[open...] {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
