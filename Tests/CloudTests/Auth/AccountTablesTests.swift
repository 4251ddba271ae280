import Cloud
@testable import EmbeddedCloud
import Schema
import Store
import Support
import Testing
import Vocabulary

/// A cloud's file of an earlier version.
@Suite struct AccountTablesTests {
  @Test func `the people of an older file sign in, change, and delete as before`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cloud.db")
    let session = try older(path)
    let fixture = try ProjectFixture(path: path, seed: 2)
    #expect(fixture.get("/auth/v1/user", token: session.accessToken).status == 200)
    let body = #"{"email": "ann@t.example", "password": "correct-horse-9"}"#
    let answer = fixture.ask("POST", "/auth/v1/token?grant_type=password", body)
    let user = try #require(try JSONValue(parsing: answer.body)["user"])
    #expect(user["email_confirmed_at"] == user["created_at"])
    #expect(user["identities"]?.array?.count == 1)
    #expect(user["identities"]?.array?.first?["email"] == "ann@t.example")
    #expect(user["app_metadata"]?["entitled_until"] == "2030-01-01T00:00:00.000Z")
    let refreshed = fixture.ask(
      "POST", "/auth/v1/token?grant_type=refresh_token",
      #"{"refresh_token": "\#(session.refreshToken)"}"#)
    #expect(refreshed.status == 200)
    // Opened again, it is as it was left.
    let again = try ProjectFixture(path: path, seed: 3)
    #expect(again.ask("POST", "/auth/v1/token?grant_type=password", body).status == 200)
  }

  /// Makes a file as it was before there were codes, with one person who is signed in.
  private func older(_ path: String) throws -> Session {
    let fixture = try ProjectFixture(path: path, seed: 1)
    let session = try fixture.signUp("ann@t.example")
    #expect(try fixture.project.entitle("ann@t.example", until: Instant("2030-01-01T00:00:00Z")))
    let connection = fixture.project.connection
    for table in ["identities", "codes", "flows", "keys", "providers", "mails"] {
      try connection.execute("DROP TABLE auth_\(table)")
    }
    let columns = [
      "confirmed_at", "app_metadata", "invited_at", "confirmation_sent_at", "recovery_sent_at",
      "change_sent_at", "reauthentication_sent_at", "new_email", "is_half_changed",
      "banned_until", "deleted_at",
    ]
    for column in columns {
      try connection.execute("ALTER TABLE auth_users DROP COLUMN \(column)")
    }
    for column in ["method", "refreshed_at"] {
      try connection.execute("ALTER TABLE auth_sessions DROP COLUMN \(column)")
    }
    return session
  }
}
