import Testing

@testable import Console

@Suite struct LuaTokensTests {
  @Test(arguments: ["f('a", "f([[a", "x --a", "--[[a", "--[==[ a ]]"])
  func `a word inside a string or a comment is known`(source: String) {
    #expect(LuaTokens(source).endsInText)
  }

  @Test(arguments: ["f('a'", "f([[a]]", "", "x", "--a\nx", "--[[a]]", "'a' "])
  func `a word outside is known too`(source: String) {
    #expect(!LuaTokens(source).endsInText)
  }
}
