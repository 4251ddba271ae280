/// What became of who is signed in: the events of Supabase's own clients, by their names.
package enum SessionChange: String, Sendable, CaseIterable {
  /// Who is signed in when somebody begins to listen.
  case initial = "initial_session"
  case signedIn = "signed_in"
  case refreshed = "token_refreshed"
  case userUpdated = "user_updated"
  /// Signed in by a code for a forgotten password; a new one should follow.
  case passwordRecovery = "password_recovery"
  /// Signed out here, or ended by the cloud.
  case signedOut = "signed_out"

  /// What another process must have done; nil where nothing of it shows.
  ///
  /// | before | now | change |
  /// |---|---|---|
  /// | good | none, or ended | signed out |
  /// | none, ended, or another person's | good | signed in |
  /// | good | good, another token | refreshed |
  /// | good | good, other words of the person | user updated |
  /// | ended | none | signed out |
  package init?(from old: Session?, to new: Session?) {
    let was = old.flatMap { $0.needsSignIn ? nil : $0 }
    let now = new.flatMap { $0.needsSignIn ? nil : $0 }
    switch (was, now) {
    case (nil, nil):
      guard old != nil, new == nil else { return nil }
      self = .signedOut
    case (nil, _?): self = .signedIn
    case (_?, nil): self = .signedOut
    case (let was?, let now?):
      if was.userID != now.userID {
        self = .signedIn
      } else if was.accessToken != now.accessToken {
        self = .refreshed
      } else if was != now {
        self = .userUpdated
      } else {
        return nil
      }
    }
  }
}
