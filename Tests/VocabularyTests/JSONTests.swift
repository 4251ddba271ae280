import Testing
import Vocabulary

@Suite struct JSONTests {
  private func random(_ dice: SeededSurroundings, depth: Int) -> JSONValue {
    func roll(_ count: UInt64) -> Int { Int(dice.random() % count) }
    switch roll(depth > 3 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(roll(2) == 0)
    case 2: return .integer(Int64(bitPattern: dice.random()))
    case 3: return .number(Double(roll(1_000_000)) / 64 + 0.5)
    case 4:
      let letters = ["a", "\"", "\\", "\n", "\u{0}", "\u{1f}", "é", "😀", "שׁ", "/"]
      return .string((0..<roll(8)).map { _ in letters[roll(UInt64(letters.count))] }.joined())
    case 5: return .array((0..<roll(4)).map { _ in random(dice, depth: depth + 1) })
    default:
      return .object(
        JSONObject((0..<roll(4)).map { ("k\($0)", random(dice, depth: depth + 1)) }))
    }
  }

  @Test func `what is written is read back the same`() throws {
    let dice = SeededSurroundings(seed: 6)
    for _ in 0..<2000 {
      let value = random(dice, depth: 0)
      #expect(try JSONValue(parsing: value.text) == value, "\(value.text)")
    }
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "01", "1.", "-", "1e", "nul", "\"\u{1}\"", "\"\\x\"",
    "\"\\ud800\"", "\"\\ud800\\u0041\"", "[1] 2", "'a'", "{a:1}", "\"abc", "NaN", "+1",
  ]) func `what is not JSON is refused with its place`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\""#, "é😀/\u{8}\u{c}\n\r\t\"\\"), (#""\u0000""#, "\u{0}"),
  ]) func `escapes are resolved`(text: String, value: String) throws {
    #expect(try JSONValue(parsing: text) == .string(value))
  }

  @Test func `whole numbers stay whole, larger ones become fractions`() throws {
    #expect(try JSONValue(parsing: "9007199254740993") == .integer(9_007_199_254_740_993))
    #expect(try JSONValue(parsing: "9223372036854775808").integer == nil)
    #expect(try JSONValue(parsing: "5.0").integer == 5)
    #expect(try JSONValue(parsing: "1e2") == .number(100))
  }

  @Test func `invalid UTF-8 is refused where it stands`() {
    let bytes: [UInt8] = [0x22, 0x61, 0xff, 0x22]
    do {
      _ = try JSONValue(parsing: bytes)
      Issue.record("it must not be read")
    } catch { #expect(error.offset == 2) }
  }

  @Test func `deep nesting is refused, not followed`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: deep) }
  }

  @Test func `random bytes never crash the scanner`() {
    let dice = SeededSurroundings(seed: 8)
    let alphabet = Array(#"{}[]",:\u0123456789eE+-.tfn "#.utf8) + [0xff, 0xc3, 0x00]
    for _ in 0..<20_000 {
      let bytes = (0..<Int(dice.random() % 24)).map { _ in
        alphabet[Int(dice.random() % UInt64(alphabet.count))]
      }
      do { _ = try JSONValue(parsing: bytes) } catch {}
    }
  }

  @Test func `an object of many members is looked up, changed and read in its order`() throws {
    let keys = (0..<2_000).map { "k\($0)" }
    var object = JSONObject(keys.map { ($0, JSONValue.string($0)) })
    #expect(object.members.map(\.key) == keys)
    for key in keys.reversed() { object[key] = .string(key + "!") }
    object["k7"] = nil
    object["k7"] = 7
    object["k1999"] = nil
    #expect(object.count == 1_999 && object.members.last?.key == "k7")
    #expect(object["k1998"] == "k1998!" && object["k1999"] == nil && object["k7"] == 7)
    var small = JSONObject(object.members.prefix(3).map { ($0.key, $0.value) })
    #expect(small == JSONObject([("k0", "k0!"), ("k1", "k1!"), ("k2", "k2!")]))
    small["k1"] = nil
    #expect(small.members.map(\.key) == ["k0", "k2"])
    let text = JSONValue.object(object).text
    #expect(try JSONValue(parsing: text) == .object(object))
  }
}
