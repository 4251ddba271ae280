import Library
import Testing
import Vocabulary

@Suite struct AuthProfilesTests {
  @Test func `who signs in is kept once, until they sign out, and is never queued`() throws {
    let desk = try ReadingDesk()
    let profiles = AuthProfiles(desk.database)
    #expect(try profiles.latest() == nil)
    try profiles.signedIn("a", email: "a@b.example", name: "A", provider: "email")
    desk.pass(hours: 1)
    try profiles.signedIn("b", email: nil, name: nil, provider: "apple")
    #expect(try profiles.latest()?.userID == "b")
    desk.pass(hours: 1)
    try profiles.signedIn("a", email: "new@b.example", name: nil, provider: "email")
    #expect(
      try profiles.latest()
        == AuthProfile(
          userID: "a", email: "new@b.example", name: nil, avatarURL: nil, provider: "email",
          lastSignIn: "2026-01-01T02:00:00.000Z"))
    #expect(try desk.texts("SELECT supabase_uid FROM auth_profiles ORDER BY id") == ["a", "b"])
    try profiles.clear()
    #expect(try profiles.latest() == nil)
    #expect(try desk.queueLength() == 0)
  }
}
