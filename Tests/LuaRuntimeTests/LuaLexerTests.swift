import LuaRuntime
import Testing

@Suite struct LuaLexerTests {
  private func texts(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return LuaLexer.tokens(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test func `long brackets and comments are one token each`() {
    #expect(
      texts("l = [==[ a\n]] ]==] --[[ b\n]] ") == ["l", "=", "[==[ a\n]] ]==]", "--[[ b\n]]"])
    #expect(texts("--[ x\n--[=x\ny") == ["--[ x", "--[=x", "y"])
    #expect(texts("a[b[1]]") == ["a", "[", "b", "[", "1", "]", "]"])
  }

  @Test func `strings end at their own quote, or at the end of their line`() {
    #expect(texts(#"'a"\'b' "c\z"#) == [#"'a"\'b'"#, #""c\z"#])
    #expect(texts("\"a\\z  \n  b\" c") == ["\"a\\z  \n  b\"", "c"])
    #expect(texts("'a\nb") == ["'a", "b"])
    #expect(LuaLexer.tokens(of: Array("'a".utf8)).map(\.isClosed) == [false])
  }

  @Test func `numbers and dots`() {
    #expect(texts("1..2") == ["1..2"])
    #expect(
      texts("a..1 .5 0xA.8p-1 1e+5-2 3--4") == [
        "a", "..", "1", ".5", "0xA.8p-1", "1e+5", "-", "2", "3", "--4",
      ])
    #expect(
      texts("f(...)::x::a//b~=c<<d") == [
        "f", "(", "...", ")", "::", "x", "::", "a", "//", "b", "~=", "c", "<<", "d",
      ])
  }

  @Test func `any bytes make tokens that cover all but space`() {
    var seed: UInt64 = 7
    for _ in 0..<200 {
      let bytes = (0..<40).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Array("a1 .=[]-\"'\\z\n~<>:(".utf8)[Int(seed >> 33) % 18]
      }
      let covered = LuaLexer.tokens(of: bytes).reduce(0) { $0 + $1.range.count }
      #expect(covered <= bytes.count)
    }
  }
}
