import LuaRuntime
import Testing

@Suite struct LuaChunkTests {
  let state: LuaState

  init() throws { state = try LuaState() }

  private func outcome(_ text: String, as reading: LuaState.Reading = .statements) -> String {
    switch state.load(text, name: "in", as: reading) {
    case .complete(_, let isExpression): isExpression ? "expression" : "statements"
    case .incomplete: "incomplete"
    case .syntaxError(let message, let line): "\(line): \(message)"
    }
  }

  @Test(arguments: [
    "if x then", "f(", "x =", "function f()", "t = {", "[[a", "--[[ a", "x = [==[ ]]",
    "for i = 1, 2 do",
    "return function()", "a = 'b\\", "a = 'b\\z", "x = 1 +", "local", "repeat x()",
  ]) func `input that is not finished is incomplete`(text: String) {
    #expect(outcome(text) == "incomplete")
    #expect(outcome(text, as: .expressionOrStatements) == "incomplete")
  }

  @Test(arguments: ["1 +", "note:", "a.", "not", "x ==", "{1,", "f{", "'a' ..", "#", "a[", "2 ^"])
  func `an expression that is not finished is incomplete at a prompt`(text: String) {
    #expect(outcome(text, as: .expressionOrStatements) == "incomplete")
  }

  @Test func `errors that no line can cure are syntax errors`() {
    #expect(outcome("x = 'abc") == "1: unfinished string near <eof>")
    #expect(outcome("\nx = = 1") == "2: unexpected symbol near '='")
    #expect(outcome("x = 1 end") == "1: <eof> expected near 'end'")
    #expect(outcome("goto nowhere").hasPrefix("1: no visible label 'nowhere'"))
    #expect(outcome("\u{1B}Lua").hasPrefix("1: "))
  }

  @Test func `expressions and statements are told apart`() {
    #expect(outcome("1 + 1", as: .expressionOrStatements) == "expression")
    #expect(outcome("f(x)", as: .expressionOrStatements) == "expression")
    #expect(outcome("x = 1", as: .expressionOrStatements) == "statements")
    #expect(outcome("", as: .expressionOrStatements) == "expression")
    #expect(outcome("1 -- one", as: .expressionOrStatements) == "expression")
  }

  @Test func `the last expression gives its values`() throws {
    func values(_ text: String) throws -> [String] {
      guard case .complete(let function, _) = state.load(text, name: "in", as: .lastExpression)
      else { return ["none"] }
      return try function.call().map(show)
    }
    #expect(try values("x = 1\nx + 1\n") == ["2"])
    #expect(try values("local a = 2; a * 2") == ["4"])
    #expect(
      try values("local f = function(x)\n  return x\nend\nf(3),\n  f(4) -- end") == ["3", "4"])
    #expect(try values("return 5") == ["5"])
    #expect(try values("y = 1") == [])
    #expect(try values("#!/usr/bin/lectern\n6") == ["6"])
    #expect(try values("if true then\n  y = 2\nend") == [])
  }

  @Test func `a first line for the shell keeps line numbers`() throws {
    #expect(try state.failure(of: "#!/usr/bin/env lectern\nerror('x')").position?.line == 2)
  }

  @Test func `bytecode is never loaded`() throws {
    #expect(
      try state.run(
        """
        local code = string.dump(function() return 1 end)
        return load(code), load(code, 'x', 'b'), load(code, 'x', 'bt'), load(function() local c = code code = nil return c end)
        """
      ).first == "nil")
    #expect(
      try state.run(
        """
        local code = string.dump(function() return 1 end)
        local path = os.tmpname()
        local file = io.open(path, 'wb') file:write(code) file:close()
        local loaded, why = loadfile(path)
        local done, reason = pcall(dofile, path)
        package.path = path
        local got, problem = pcall(require, 'any')
        os.remove(path)
        return loaded, why:find('binary') ~= nil, done, reason:find('binary') ~= nil, got, problem:find('binary') ~= nil
        """) == ["nil", "true", "false", "true", "false", "true"])
  }

  @Test func `load keeps its other ways`() throws {
    #expect(
      try state.run(
        """
        local env = {y = 5}
        local parts = {'return ', 'y'}
        return load('return y', 'n', 't', env)(), load('return 1')(), load(function() return table.remove(parts, 1) end, 'p', 't', env)(),
          load('return 1', 'n', 'b'), (load('x x', '=n'))
        """) == ["5", "1", "5", "nil", "nil"])
  }
}
