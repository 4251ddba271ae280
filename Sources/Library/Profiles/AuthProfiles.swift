package import ChangeQueue
import Store
import Vocabulary

/// Who signed in here, as it was when it was read. It stays on this device, and is there offline.
package struct AuthProfile: Sendable, Hashable {
  /// The user's id in the cloud.
  package let userID: String
  /// Nil for none known.
  package let email: String?
  /// The name to show; nil for none.
  package let name: String?
  /// Where a picture is; nil for none.
  package let avatarURL: String?
  /// How the user signs in: `email`.
  package let provider: String
  /// When they last signed in here. UTC, to the millisecond.
  package let lastSignIn: String

  package init(
    userID: String, email: String?, name: String?, avatarURL: String?, provider: String,
    lastSignIn: String
  ) {
    self.userID = userID
    self.email = email
    self.name = name
    self.avatarURL = avatarURL
    self.provider = provider
    self.lastSignIn = lastSignIn
  }
}

/// The people who signed in on this device and have not signed out.
package struct AuthProfiles {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Keeps who signs in now; what was known of the same user is written over.
  package func signedIn(
    _ userID: String, email: String?, name: String?, avatarURL: String? = nil, provider: String
  ) throws {
    let now = database.surroundings.now().text
    try database.write {
      try database.connection.run(
        """
        INSERT INTO auth_profiles(supabase_uid, email, display_name, avatar_url, provider,
          created_at, last_sign_in) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?6)
        ON CONFLICT(supabase_uid) DO UPDATE SET email = excluded.email,
          display_name = excluded.display_name, avatar_url = excluded.avatar_url,
          provider = excluded.provider, last_sign_in = excluded.last_sign_in
        """, .text(userID), SQLValue(email), SQLValue(name), SQLValue(avatarURL),
        .text(provider), .text(now))
    }
  }

  /// Keeps what has become known of a user who is here; of others nothing.
  package func updated(
    _ userID: String, email: String?, name: String?, provider: String
  ) throws {
    try database.write {
      try database.connection.run(
        """
        UPDATE auth_profiles SET email = ?2, display_name = ?3, provider = ?4
        WHERE supabase_uid = ?1
        """, .text(userID), SQLValue(email), SQLValue(name), .text(provider))
    }
  }

  /// Forgets everybody.
  package func clear() throws {
    try database.write { try database.connection.run("DELETE FROM auth_profiles") }
  }

  /// Who signed in last; nil for nobody.
  package func latest() throws -> AuthProfile? {
    try database.read {
      try database.connection.first(
        """
        SELECT supabase_uid, email, display_name, avatar_url, provider, last_sign_in
        FROM auth_profiles ORDER BY last_sign_in DESC, id DESC LIMIT 1
        """
      ) {
        AuthProfile(
          userID: $0.text(0), email: $0.optionalText(1), name: $0.optionalText(2),
          avatarURL: $0.optionalText(3), provider: $0.text(4), lastSignIn: $0.text(5))
      }
    }
  }
}
