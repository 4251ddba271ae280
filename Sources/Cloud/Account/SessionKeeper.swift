/// The one owner of who is signed in.
///
/// Everything that needs a token asks it. It renews tokens before they end, one renewal at a time
/// over all processes; a renewal that comes late never replaces a newer session; being offline
/// never signs out; a refused renewal marks the session and loses nothing else.
package final class SessionKeeper {
  /// Asks the cloud; what it gives is kept here or not at all.
  package let account: Account
  private let store: any SessionStore

  /// Told after each change; nil session for signed out. Set by whoever owns this keeper.
  package var onChange: ((SessionChange, Session?) -> Void)?

  package init(account: Account, store: any SessionStore) {
    self.account = account
    self.store = store
  }

  /// Who is signed in at this cloud; a session of another cloud is none.
  package func current() throws(CloudError) -> Session? {
    guard let session = try store.load(), session.cloud == account.cloud else { return nil }
    return session
  }

  /// Makes an account, and keeps its session where the cloud gives one at once.
  package func signUp(
    email: String, password: String, name: String? = nil
  ) throws(CloudError) -> Account.SignUp {
    let outcome = try account.signUp(email: email, password: password, name: name)
    if case .signedIn(let session) = outcome { try keep(session, because: .signedIn) }
    return outcome
  }

  /// Keeps a session that the cloud gave instead of the one before, and tells of it.
  package func keep(_ session: Session, because change: SessionChange) throws(CloudError) {
    try store.save(session)
    onChange?(change, session)
  }

  /// Begins a session and keeps it instead of the one before.
  package func signIn(email: String, password: String) throws(CloudError) -> Session {
    let session = try account.signIn(email: email, password: password)
    try keep(session, because: .signedIn)
    return session
  }

  /// Signs out. This device's part always happens, unless only others are meant.
  ///
  /// Shape: what kept the cloud from hearing of it, nil where it did; the tokens here are gone.
  /// Errors: with `others`, whatever the cloud says, since nothing happens here.
  package func signOut(_ scope: Account.SignOutScope = .local) throws(CloudError) -> CloudError? {
    guard let session = try current() else { throw .notSignedIn(.never) }
    if scope == .others {
      try withToken { (token) throws(CloudError) in try account.signOut(.others, token: token) }
      return nil
    }
    if session.needsSignIn {
      try store.save(nil)
      return nil
    }
    // Renewed first: an ended token cannot sign out, and the refresh token would live on.
    let token: String
    do throws(CloudError) { token = try self.token() } catch {
      try store.save(nil)
      return error.isRefreshRefused || error == .notSignedIn(.ended) ? nil : error
    }
    try store.save(nil)
    do throws(CloudError) { try account.signOut(scope, token: token) } catch { return error }
    return nil
  }

  /// An access token that is good for a while yet.
  ///
  /// Errors: `notSignedIn`; what a renewal met, and then the session stays as it is.
  package func token() throws(CloudError) -> String {
    guard let session = try current() else { throw .notSignedIn(.never) }
    guard !session.needsSignIn else { throw .notSignedIn(.ended) }
    if !session.isDue(at: account.now()) { return session.accessToken }
    return try renewed { $0.isDue(at: account.now()) }.accessToken
  }

  /// Another access token than `refused`, which the cloud did not take.
  ///
  /// Why: a clock that jumped back makes an ended token look good. Call it once a refusal, so that
  /// a cloud that refuses every token ends in its error.
  package func token(insteadOf refused: String) throws(CloudError) -> String {
    try renewed { $0.accessToken == refused }.accessToken
  }

  /// Runs `body` with a token, and once more with a new one where the cloud refused it.
  package func withToken<T>(
    _ body: (String) throws(CloudError) -> T
  ) throws(CloudError) -> T {
    let token = try token()
    do throws(CloudError) { return try body(token) } catch {
      guard error.isTokenRefused else { throw error }
      return try body(try self.token(insteadOf: token))
    }
  }

  /// Asks the cloud who this is, and keeps what has changed.
  package func profile() throws(CloudError) -> AccountProfile {
    let profile = try withToken { (token) throws(CloudError) in
      try account.profile(token: token)
    }
    try keep(profile)
    return profile
  }

  /// Keeps what the cloud said of the person who is signed in; nil where that is another one.
  @discardableResult
  package func keep(_ profile: AccountProfile) throws(CloudError) -> Session? {
    guard let session = try current(), session.userID == profile.id else { return nil }
    var changed = session
    changed.email = profile.email
    changed.name = profile.name
    changed.provider = profile.provider
    changed.newEmail = profile.newEmail
    changed.entitledUntil = profile.entitledUntil
    guard changed != session else { return session }
    guard try store.replace(session, with: changed) else { return try current() }
    onChange?(.userUpdated, changed)
    return changed
  }

  /// Renews the session where `isNeeded` still says so once nobody else is renewing it.
  private func renewed(where isNeeded: (Session) -> Bool) throws(CloudError) -> Session {
    try store.whileRefreshing { () throws(CloudError) in
      guard let old = try current() else { throw .notSignedIn(.never) }
      guard !old.needsSignIn else { throw .notSignedIn(.ended) }
      guard isNeeded(old) else { return old }
      let new: Session
      do throws(CloudError) { new = try account.refresh(old.refreshToken) } catch {
        guard error.isRefreshRefused else { throw error }
        var ended = old
        ended.needsSignIn = true
        guard try store.replace(old, with: ended) else { return try other(than: old) }
        throw .notSignedIn(.ended)
      }
      return try store.replace(old, with: new) ? new : try other(than: old)
    }
  }

  /// The session that took the place of `old` while it was being renewed.
  private func other(than old: Session) throws(CloudError) -> Session {
    guard let session = try current() else { throw .notSignedIn(.never) }
    guard session.userID == old.userID, !session.needsSignIn else { throw .notSignedIn(.ended) }
    return session
  }
}
