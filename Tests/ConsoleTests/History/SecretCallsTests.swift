import Testing

@testable import Console

@Suite struct SecretCallsTests {
  private let secrets = SecretCalls(
    secret: ["auth.sign_in", "auth.verify"], harmless: ["sync.verify", "auth.user"])

  @Test(arguments: [
    "auth.sign_in('a@b.c', 'pw')", "auth.sign_in(\n  'a@b.c',\n  'pw')", "auth . sign_in 'x'",
    "w.phone.auth.sign_in('a', 'b')", "auth['sign_in']('a', 'b')", "auth[\"sign_in\"]('a')",
    "local s = auth.sign_in s('a', 'b')", "auth.verify('a', '123456')", "auth[ [[sign_in]] ]('a')",
    "pcall(auth.sign_in, 'a', 'pw')", "auth.sign_in('a', 'unfinished",
  ])
  func `a call with a password is found`(source: String) {
    #expect(secrets.areIn(source))
  }

  @Test(arguments: [
    "notes.find{}", "sync.verify()", "auth.user()", "-- auth.sign_in", "sign_in_later = 1",
  ])
  func `other input is kept`(source: String) {
    #expect(!secrets.areIn(source))
  }
}
