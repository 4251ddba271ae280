import Testing
import Vocabulary

@Suite struct StampTests {
  @Test func `text sorts as time, counter, device`() {
    let dice = SeededSurroundings(seed: 2)
    var stamps: [(Int64, UInt16, String, Stamp)] = []
    for _ in 0..<500 {
      let parts = (
        Int64(dice.random() % 5_000_000_000_000), UInt16(dice.random() % 3),
        "d\(dice.random() % 3)0000000000"
      )
      stamps.append(
        (parts.0, parts.1, parts.2, Stamp(milliseconds: parts.0, counter: parts.1, device: parts.2))
      )
    }
    let byParts = stamps.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    #expect(byParts == stamps.map(\.3).sorted())
  }

  @Test func `a stamp reads back what it was made of`() throws {
    let stamp = Stamp(milliseconds: 1_796_034_671_123, counter: 7, device: "9f3c0a77b1e2")
    #expect(stamp.text.utf8.count == Stamp.length)
    let read = try #require(Stamp(stamp.text))
    #expect(read == stamp)
    #expect(read.milliseconds == 1_796_034_671_123)
    #expect(read.counter == 7)
    #expect(read.device == "9f3c0a77b1e2")
  }

  @Test(arguments: ["", "x", "0195c2d3a1f0-0000-9f3c0a77b1e", "0195C2D3A1F0-0000-9f3c0a77b1e2"])
  func `other text is no stamp`(text: String) { #expect(Stamp(text) == nil) }

  @Test func `a clock never gives a stamp twice, nor one before what it has seen`() {
    var clock = HybridClock(device: "a00000000000")
    let dice = SeededSurroundings(seed: 3)
    var last = Stamp.zero
    for _ in 0..<2000 {
      let wall = Instant(milliseconds: 1_000_000 + Int64(dice.random() % 50))
      if dice.random() % 10 == 0 {
        clock.see(Stamp(milliseconds: wall.milliseconds + 5, counter: 9, device: "b00000000000"))
        last = max(last, clock.highWater)
      }
      let stamp = clock.tick(wall)
      #expect(stamp > last)
      last = stamp
    }
  }

  @Test func `a full counter goes on in the next millisecond`() {
    let full = Stamp(milliseconds: 5, counter: .max, device: "a00000000000")
    #expect(full.next(by: "a00000000000") > full)
    #expect(full.next(by: "a00000000000").milliseconds == 6)
  }

  @Test func `names follow from their key, and keep version and variant`() {
    let id = RecordID(table: "verse_highlights", key: "john 3:16")
    #expect(id == RecordID(table: "verse_highlights", key: "john 3:16"))
    #expect(id != RecordID(table: "verse_highlights", key: "john 3:17"))
    #expect(id.text == "a2308566-0d9b-87ef-a7c2-1372fe22f331")
    #expect(RecordID(id.text) == id)
    #expect(RecordID(id.text.uppercased()) == id)
    #expect(RecordID("a2308566-0d9b-87ef-a7c2-1372fe22f33") == nil)
    let drawn = RecordID(at: Instant(milliseconds: 1), random: .max, .max)
    #expect(drawn.text == "00000000-0001-7fff-bfff-ffffffffffff")
  }
}
