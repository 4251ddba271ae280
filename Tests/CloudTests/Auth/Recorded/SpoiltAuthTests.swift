import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// Recorded requests to Auth with bytes changed, doubled, cut and swapped.
@Suite struct SpoiltAuthTests {
  private let dice = SeededSurroundings(seed: 2)
  private let fixture: ProjectFixture

  init() throws {
    fixture = try ProjectFixture()
    fixture.project.settings.auth.confirmsEmail = true
    fixture.project.settings.auth.linksManually = true
    let provider = try IdentityProvider(name: "keycloak", algorithm: .es256, fixture.clock)
    try fixture.project.publish(provider.published)
  }

  private func roll(_ count: Int) -> Int { Int(dice.random() % UInt64(max(1, count))) }

  @Test func `nothing that can be sent to Auth is trouble of ours`() throws {
    let texts = [
      RecordedBasics.text, RecordedSignUps.text, RecordedPasswords.text, RecordedMoves.text,
      RecordedExchanges.text, RecordedSessions.text, RecordedAdmin.text, RecordedTokens.text,
      RecordedEdges.text,
    ]
    let session = try signedIn()
    var codes: Set<String> = []
    var count = 0
    for text in texts {
      for block in text.split(separator: "### ").dropFirst() {
        let lines = block.split(separator: "\n").dropFirst()
        guard let line = lines.first, let gap = line.firstIndex(of: " ") else { continue }
        let body = lines.first { $0.hasPrefix("{") } ?? ""
        for _ in 0..<12 {
          count += 1
          let token = roll(3) == 0 ? fixture.project.keys.service : session
          let answer = fixture.ask(
            String(line[..<gap]), "/auth/v1/" + spoilt(line[gap...].dropFirst(2)), token: token,
            spoilt(body))
          guard answer.status >= 400 else { continue }
          let said = answer.text
          if answer.headers["Content-Type"] == "application/json" {
            let body = try JSONValue(parsing: answer.body)
            codes.insert(body["error_code"]?.string ?? body["error"]?.string ?? "none")
          }
          // An unknown method of a challenge, and a sign-up link of an unknown type, are 500 there.
          #expect(!said.contains("Internal error"), "seed=2 \(line)\n\(said)")
        }
      }
    }
    #expect(count > 3_000)
    #expect(codes.count > 15, "\(codes)")
    #expect(!codes.contains("none"))
  }

  private func signedIn() throws -> String {
    let made = fixture.ask(
      "POST", "/auth/v1/admin/users", token: fixture.project.keys.service,
      #"{"email": "ann@f.example", "password": "Correct-Horse-9", "email_confirm": true}"#)
    #expect(made.status == 200)
    let answer = fixture.ask(
      "POST", "/auth/v1/token?grant_type=password",
      #"{"email": "ann@f.example", "password": "Correct-Horse-9"}"#)
    return try #require(try JSONValue(parsing: answer.body)["access_token"]?.string)
  }

  private func spoilt(_ text: Substring) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<roll(3) where !bytes.isEmpty {
      let place = roll(bytes.count)
      switch roll(5) {
      case 0: bytes[place] = Array("().,:*\"\\%&=-<>0aA{}[] _\u{0}".utf8)[roll(24)]
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[roll(bytes.count)], at: place)
      case 3: bytes += bytes[place...].prefix(roll(30))
      default: bytes.swapAt(place, roll(bytes.count))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
