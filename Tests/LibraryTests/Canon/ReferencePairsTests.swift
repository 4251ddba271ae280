import Library
import Testing

@Suite struct ReferencePairsTests {
  @Test func `at least 98 percent of the given pairs are read as they are meant`() {
    var wrong: [String] = []
    for pair in ReferencePairs.pairs {
      let found = ReferenceParser.find(pair.text).map(\.reference)
      let osis = ReferenceParser.format(found, .osis)
      if osis != pair.osis { wrong.append("\(pair.text) -> \(osis), not \(pair.osis)") }
    }
    let total = ReferencePairs.pairs.count
    let right = total - wrong.count
    let perMille = right * 1_000 / total
    print("references: \(right) of \(total) pairs, \(perMille / 10).\(perMille % 10) %")
    for line in wrong { print("  \(line)") }
    #expect(perMille >= 980)
  }
}
