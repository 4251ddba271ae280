package import Vocabulary

/// Who is signed in, to which cloud, and the tokens that prove it.
package struct Session: Sendable, Equatable {
  /// The name of the project that gave it; it is never shown to another.
  package let cloud: String
  /// Whose session it is.
  package var userID: RecordID
  /// The address at the last answer.
  package var email: String
  /// The display name, where the person gave one.
  package var name: String?
  /// `email`, `apple`, `google`.
  package var provider: String
  /// The token that goes with every request.
  package var accessToken: String
  /// The token that buys the next access token, once.
  package var refreshToken: String
  /// When the access token ends, by this device's clock as it was when the token came.
  package var expiresAt: Instant
  /// How long the access token lasts from its beginning.
  package var lifetime: Duration
  /// The cloud refused the refresh token: the person must sign in again. Nothing else is lost.
  package var needsSignIn = false
  /// That is so because the account was deleted.
  package var isAccountGone = false
  /// The address that waits for its code, where a change was asked for.
  package var newEmail: String?
  /// Until when the person may sync, as the cloud said with the token; nil for no end.
  package var entitledUntil: Instant?

  /// The longest time before its end at which a token is renewed.
  private static let margin: Duration = .seconds(60)

  /// Whether both are the same grant of the cloud, whatever else was learned about the user.
  package func isSameGrant(as other: Session) -> Bool {
    refreshToken == other.refreshToken && userID == other.userID && cloud == other.cloud
  }

  /// Whether its token is renewed before it ends.
  package var renews: Bool { !needsSignIn && !refreshToken.isEmpty }

  /// Why a session that needs a sign-in is no good.
  package var endedBecause: SignedOutReason { isAccountGone ? .accountGone : .ended }

  /// Whether the access token should be renewed before it is used.
  package func isDue(at now: Instant) -> Bool {
    now >= expiresAt + (.zero - min(Self.margin, lifetime / 4))
  }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible {
  /// Without the tokens, so that no log or error shows them.
  package var description: String { "session of \(email) at \(cloud)" }
  package var debugDescription: String { description }
}

extension Session: CustomReflectable {
  package var customMirror: Mirror {
    Mirror(self, children: ["cloud": cloud, "email": email, "expiresAt": expiresAt.text])
  }
}
