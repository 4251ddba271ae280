/// The local variables that a chunk declares outside of any block, and where.
///
/// It reads text that compiles; of other text it says something, without harm.
struct LocalScan {
  /// One `local` statement.
  struct Declaration: Equatable {
    let variables: [Variable]
    /// The offset behind the statement.
    let end: Int
  }

  struct Variable: Equatable {
    let name: String
    /// "const", "close" or nothing.
    let attribute: String
  }

  private(set) var declarations: [Declaration] = []
  /// Every name in the text, fields and blocks included.
  private(set) var names: Set<String> = []
  /// Offsets where a statement outside of any block may begin: the first tokens of lines, and those
  /// behind a semicolon. A line that begins with a parenthesis continues the one above.
  private(set) var statementStarts: [Int] = []

  private let tokens: [LuaToken]
  private var position = 0

  init(_ bytes: [UInt8]) {
    tokens = LuaLexer.tokens(of: bytes).filter { $0.kind != .comment }
    names = Set(tokens.lazy.filter { $0.kind == .name }.map(\.text))
    scan(bytes)
  }

  private mutating func scan(_ bytes: [UInt8]) {
    var depth = 0
    var previousEnd = 0
    while position < tokens.count {
      let token = tokens[position]
      if depth == 0, begins(token, after: previousEnd, in: bytes) {
        statementStarts.append(token.range.lowerBound)
      }
      previousEnd = token.range.upperBound
      if depth == 0, token.kind == .keyword, token.text == "local" {
        readDeclaration()
        previousEnd = tokens[position - 1].range.upperBound
        continue
      }
      depth += LocalScan.nesting(of: token)
      position += 1
    }
  }

  private func begins(_ token: LuaToken, after end: Int, in bytes: [UInt8]) -> Bool {
    guard position > 0 else { return true }
    if token.text == "(" { return false }
    let isAfterSemicolon = tokens[position - 1].text == ";"
    return isAfterSemicolon || bytes[end..<token.range.lowerBound].contains(UInt8(ascii: "\n"))
  }

  private static func nesting(of token: LuaToken) -> Int {
    guard token.kind == .keyword || token.kind == .symbol else { return 0 }
    return switch token.text {
    case "function", "if", "do", "repeat", "(", "{", "[": 1
    case "end", "until", ")", "}", "]": -1
    default: 0
    }
  }

  private mutating func readDeclaration() {
    position += 1
    var variables: [Variable] = []
    if isAt("function") {
      let name = position + 1 < tokens.count ? tokens[position + 1].text : ""
      variables.append(Variable(name: name, attribute: ""))
      skipBalanced()
    } else {
      repeat { variables.append(readVariable()) } while take(",")
      if take("=") { repeat { skipExpression() } while take(",") }
    }
    declarations.append(
      Declaration(variables: variables, end: tokens[position - 1].range.upperBound))
  }

  private mutating func readVariable() -> Variable {
    let name = position < tokens.count ? tokens[position].text : ""
    position = min(position + 1, tokens.count)
    guard take("<") else { return Variable(name: name, attribute: "") }
    let attribute = position < tokens.count ? tokens[position].text : ""
    position = min(position + 2, tokens.count)
    return Variable(name: name, attribute: attribute)
  }

  private mutating func skipExpression() {
    repeat {
      while ["-", "not", "#", "~"].contains(where: isAt) { position += 1 }
      skipOperand()
    } while takeBinaryOperator()
  }

  private mutating func skipOperand() {
    guard position < tokens.count else { return }
    if isAt("function") || isAt("{") { return skipBalanced() }
    if isAt("(") {
      skipBalanced()
      return skipSuffixes()
    }
    let isName = tokens[position].kind == .name
    position += 1
    if isName { skipSuffixes() }
  }

  private mutating func skipSuffixes() {
    while position < tokens.count {
      if isAt(".") || isAt(":") {
        position = min(position + 2, tokens.count)
      } else if isAt("[") || isAt("(") || isAt("{") {
        skipBalanced()
      } else if tokens[position].kind == .string {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func skipBalanced() {
    var depth = 0
    while position < tokens.count {
      depth += LocalScan.nesting(of: tokens[position])
      position += 1
      if depth <= 0 { return }
    }
  }

  private static let binaryOperators: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "&", "~", "|", ">>", "<<", "..", "<", "<=", ">", ">=", "==",
    "~=", "and", "or",
  ]

  private mutating func takeBinaryOperator() -> Bool {
    guard position < tokens.count, LocalScan.binaryOperators.contains(tokens[position].text) else {
      return false
    }
    position += 1
    return true
  }

  private func isAt(_ text: String) -> Bool {
    position < tokens.count && tokens[position].text == text
  }

  private mutating func take(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    position += 1
    return true
  }
}
