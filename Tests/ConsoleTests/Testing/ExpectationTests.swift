import LuaRuntime
import Testing

@testable import Console

/// What may be claimed of values, each way round.
@Suite struct ExpectationTests {
  private let lua: LuaState

  init() throws {
    lua = try LuaState()
    Expectation.install(in: lua)
  }

  private func failure(_ source: String) throws -> String? {
    guard case .complete(let function, _) = lua.load(source, name: "test") else {
      return "does not load: \(source)"
    }
    do { try function.call() } catch { return error.summary }
    return nil
  }

  @Test(arguments: [
    "1):equals(1.0", "{1, {a = 2}}):equals({1, {a = 2}}", "nil):equals(nil", "'a'):equals('a'",
    "print):is(print", "0/0 ~= 0/0):is_true(", "nil):is_nil(", "false):is_false(",
    "'john 3:16'):contains('3:16'", "{1, 2, 3}):contains({3, 1}",
    "{a = 1, b = {c = 2, d = 3}}):contains({b = {d = 3}}",
    "{}):has_length(0", "'abc'):has_length(3", "'john 3'):matches('^john %d$'", "{}):is_a('table'",
    "{{id = 1, x = 2}, {id = 2}}):contains({{id = 2}}",
  ])
  func `a claim that holds raises nothing, and turned around it does`(claim: String) throws {
    #expect(try failure("expect(\(claim))") == nil)
    let turned = claim.replacing("):", with: ").never:")
    #expect(try failure("expect(\(turned))")?.hasPrefix("expected it not to") == true)
  }

  @Test(arguments: [
    ("1):equals(2", "expected 2, got 1"), ("{1, 2}):equals({1, 3}", "[2]: expected 3, got 2"),
    ("{a = 1}):equals({}", "a: expected nothing, got 1"), ("{}):is({}", "expected it to be {}"),
    ("{1}):contains({2}", "missing: 2"), ("'a'):equals(1", "expected 1, got \"a\""),
    (
      "{[\"a b\"] = {true}}):equals({[\"a b\"] = {false}}", "[\"a b\"][1]: expected false, got true"
    ),
    ("'abc'):has_length(2", "its length is 3"), ("{}):is_a('note'", "it is a table"),
    ("print):equals(type", "expected <function"),
  ])
  func `a claim that does not hold says where`(claim: String, expected: String) throws {
    let told = try failure("expect(\(claim))")
    #expect(told?.contains(expected) == true, "\(told ?? "nothing")")
    #expect(try failure("expect(\(claim.replacing("):", with: ").never:")))") == nil)
  }

  @Test func `tables that hold themselves are compared and come to an end`() throws {
    let loops = "local a = {} a.a = a local b = {} b.a = b "
    #expect(try failure(loops + "expect(a):equals(b)") == nil)
    #expect(try failure(loops + "b.x = 1 expect(a):equals(b)")?.contains("x: expected 1") == true)
  }

  @Test func `many differences are cut`() throws {
    let told = try failure(
      "local a, b = {}, {} for i = 1, 500 do a[i] = i b[i] = -i end expect(a):equals(b)")
    #expect(told?.contains("… and 488 places more") == true)
    #expect((told?.split(separator: "\n").count ?? 0) < 20)
  }

  @Test func `an error is claimed by kind or text, and given back`() throws {
    #expect(try failure("expect(function() error('boom') end):errors('boom')") == nil)
    #expect(try failure("expect(function() error('x') end):errors('boom')")?.contains("x") == true)
    #expect(try failure("expect(function() end):errors()")?.contains("there was none") == true)
    #expect(try failure("expect(function() end).never:errors()") == nil)
    #expect(try failure("expect(1):errors()")?.contains("a function that raises") == true)
    let kept = "assert(expect(function() error('boom') end):errors().message:find('boom'))"
    #expect(try failure(kept) == nil)
  }
}
