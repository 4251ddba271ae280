import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// Recorded requests with bytes changed, doubled, cut and swapped.
@Suite struct SpoiltExchangeTests {
  private let dice = SeededSurroundings(seed: 1)
  private let fixture: ProjectFixture
  private let token: String

  init() throws {
    fixture = try ProjectFixture()
    token = try fixture.signUp("ann@t.example").accessToken
  }

  private func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(max(1, count))) }

  /// What PostgreSQL refuses as our own trouble, though it is not.
  private static let theirs = ["21000", "54000", "57014"]

  @Test func `nothing that can be sent is trouble of ours`() throws {
    var refusals: Set<String> = []
    for exchange in RecordedExchange.all {
      for _ in 0..<40 {
        let path = "/" + spoilt(String(exchange.path.expanded.prefix(400).dropFirst()))
        var headers: HTTPHeaders = ["Authorization": "Bearer \(token)"]
        for field in exchange.fields where field.name != "Authorization" {
          headers.add(field.name, roll(4) == 0 ? spoilt(field.value) : field.value)
        }
        let answer = fixture.ask(
          exchange.method, "/rest/v1\(path)", headers: headers, spoilt(exchange.body))
        guard answer.status >= 400, exchange.method != "HEAD" else { continue }
        let body = try JSONValue(parsing: answer.body)
        let code = body["code"]?.string ?? ""
        refusals.insert(code)
        let isOurs = answer.status >= 500 && !Self.theirs.contains(code) || code.isEmpty
        #expect(!isOurs, "\(exchange.method) \(path)\n\(exchange.body)\n\(answer.text)")
      }
    }
    #expect(refusals.count > 15, "\(refusals)")
  }

  private func spoilt(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...roll(3) where !bytes.isEmpty {
      let place = roll(bytes.count)
      switch roll(5) {
      case 0: bytes[place] = Array("().,:*\"\\%&=-<>0aA{}[] _".utf8)[roll(23)]
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[roll(bytes.count)], at: place)
      case 3: bytes += bytes[place...].prefix(roll(30))
      default: bytes.swapAt(place, roll(bytes.count))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a long list of conditions is one like any other`() {
    let many = (0..<2500).map { "seq.eq.\($0)" }.joined(separator: ",")
    for word in ["or", "and"] {
      #expect(fixture.get("/rest/v1/user_notes?\(word)=(\(many))", token: token).status == 200)
    }
    let nots = String(repeating: "not.", count: 5000)
    let answer = fixture.get("/rest/v1/user_notes?seq=\(nots)eq.1", token: token)
    #expect(answer.status == 400)
    #expect(answer.text.contains("PGRST100"))
  }
}
