/// What became of who is signed in: the events of Supabase's own clients, by their names.
package enum SessionChange: String, Sendable, CaseIterable {
  /// Who is signed in when somebody begins to listen.
  case initial = "initial_session"
  case signedIn = "signed_in"
  case refreshed = "token_refreshed"
  case userUpdated = "user_updated"
  /// Signed in by a code for a forgotten password; a new one should follow.
  case passwordRecovery = "password_recovery"
  case signedOut = "signed_out"
}
