import Glibc
import Testing

@testable import Console

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("שָׁלוֹם", 4), ("λόγος", 5), ("漢字", 4), ("한국", 4), ("각", 2),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇺🇸", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("é", 1), ("a\u{200D}b", 2),
    ("ｆｕｌｌ", 8), ("1️⃣", 2), ("\u{1B}[31m", 4),
  ])
  func `a sign takes the columns that terminals give it`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func `a cut never splits a sign`() {
    #expect(DisplayWidth.prefix(of: "a漢字", columns: 2) == "a")
    #expect(DisplayWidth.prefix(of: "👨‍👩‍👧👨‍👩‍👧", columns: 3) == "👨‍👩‍👧")
  }

  @Test func `single scalars agree with the C library but for newer ones`() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    defer { freelocale(locale) }
    let before = uselocale(locale)
    defer { uselocale(before) }
    // Its header hides it from Swift.
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "wcwidth"))
    let reference = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
    var differences = 0
    for value in UInt32(0x20)..<0x30000 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
        scalar.properties.generalCategory != .privateUse
      else { continue }
      let columns = reference(wchar_t(value))
      if columns >= 0, Int(columns) != DisplayWidth.of(Character(scalar)) { differences += 1 }
    }
    #expect(differences < 200)
  }
}
