import Library
import Testing

@Suite struct LikenessTests {
  @Test(
    arguments: [
      ("glod", "gold"), ("GREEN", "green"), ("purpel", "purple"), ("tael", "teal"),
      ("bleu", "blue"),
      ("white", nil), ("", nil), ("g", nil), ("corals", "coral"),
    ] as [(String, String?)])
  func `the nearest name is offered, a far one is not`(word: String, name: String?) {
    let names = HighlightColor.allCases.map(\.rawValue)
    #expect(Likeness.nearest(to: word, among: names) == name)
  }

  @Test func `a long text is like nothing`() {
    let text = String(repeating: "gold", count: 20)
    #expect(Likeness.nearest(to: text, among: [text]) == nil)
  }
}
