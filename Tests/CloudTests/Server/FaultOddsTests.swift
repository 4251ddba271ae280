import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

@Suite struct FaultOddsTests {
  @Test(arguments: [
    ("lose_reply=10%", "lose_reply=10%"), ("503=0.05", "503=5%"), ("drop=1", "drop=100%"),
    ("latency=2s", "latency=2000ms"), ("portal=2.5%", "portal=2.5%"),
  ])
  func `what is written is understood`(text: String, read: String) throws {
    var odds = FaultOdds()
    try odds.add(text)
    #expect(odds.text == read)
    #expect(!odds.isNone)
  }

  @Test(arguments: [
    ("drop", "'drop' is not NAME=CHANCE"), ("drips=1%", "no fault is called 'drips'"),
    ("399=1%", "no fault is called '399'"), ("drop=two", "'two' is no chance of drop"),
    ("drop=101%", "'101%' is no chance of drop"), ("drop=-1%", "'-1%' is no chance of drop"),
    ("drop=nan", "'nan' is no chance of drop"), ("latency=20", "'20' is no latency"),
    ("latency=61s", "'61s' is no latency"), ("latency=-1s", "'-1s' is no latency"),
  ])
  func `what is not is refused`(text: String, problem: String) {
    var odds = FaultOdds()
    let error = #expect(throws: FaultOddsError.self) { try odds.add(text) }
    #expect(error?.problem == problem)
    #expect(error?.cure.isEmpty == false)
    #expect(odds.isNone)
  }

  @Test func `more than certain is refused, the same name again is not`() throws {
    var odds = FaultOdds()
    try odds.add("drop=60%")
    #expect(throws: FaultOddsError.sum) { try odds.add("503=50%") }
    odds = FaultOdds()
    try odds.add("drop=60%")
    try odds.add("drop=90%")
    #expect(odds.text == "drop=90%")
  }
}
