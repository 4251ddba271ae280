import Testing
import Vocabulary

@testable import Console

@Suite struct AgoTests {
  @Test(arguments: [
    (-5_000, "just now"), (0, "just now"), (59_999, "just now"), (60_000, "1 min ago"),
    (3_599_999, "59 min ago"), (3_600_000, "1 h ago"), (172_799_999, "47 h ago"),
    (172_800_000, "2 days ago"), (86_400_000 * 400, "400 days ago"),
  ])
  func `a span of time is said as people do`(milliseconds: Int64, text: String) {
    let then = Instant(milliseconds: 1_800_000_000_000)
    #expect(Ago.text(then, at: then + .milliseconds(milliseconds)) == text)
  }
}
