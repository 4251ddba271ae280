import Cloud
import Testing

@Suite struct CredentialsTests {
  @Test(arguments: [
    "a@b.co", "ann.b+c@mail.example.org", "x_y-z@sub-domain.example", "Ännchen@köln.example",
  ])
  func `these look like addresses`(text: String) {
    #expect(Credentials.problem(inEmail: text) == nil)
  }

  @Test(arguments: [
    "", "nope", "@b.co", "a@", "a@b", "a b@c.de", "a@b..de", "a@-b.de", "a@b-.de", ".a@b.de",
    "a.@b.de", "a..b@c.de", "a@b@c.de", "a@b.de\n", "a@b_c.de", "a\u{0}@b.de",
  ])
  func `these do not`(text: String) {
    #expect(Credentials.problem(inEmail: text) != nil)
  }

  @Test(arguments: ["abcdefg1", "correct-horse-9", "pässword1", "12345678x"])
  func `these may be passwords`(text: String) {
    #expect(Credentials.problem(inPassword: text) == nil)
  }

  @Test(arguments: ["", "abcdef1", "abcdefgh", "12345678", "--------"])
  func `these may not`(text: String) {
    #expect(Credentials.problem(inPassword: text) != nil)
  }

  @Test func `a password longer than Auth reads is refused, not cut`() {
    #expect(Credentials.problem(inPassword: String(repeating: "a1", count: 36)) == nil)
    #expect(Credentials.problem(inPassword: String(repeating: "a1", count: 37)) != nil)
  }
}
