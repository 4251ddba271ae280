/// The one owner of who is signed in.
///
/// Everything that needs a token asks it. It renews tokens before they end, one renewal at a time
/// over all threads and processes; a renewal that comes late neither replaces a newer session nor
/// is told of; being offline never signs out; a refused renewal marks the session and loses nothing
/// else. Each change is told once, also those that another process made, at the next look.
package final class SessionKeeper {
  /// Asks the cloud; what it gives is kept here or not at all.
  package let account: Account
  let store: any SessionStore
  /// When the cloud may be asked for the next token.
  var pause = RenewalPause()

  /// Told after each change; nil for signed out here, a session that needs a sign-in for one that
  /// the cloud ended. It is called between two steps of ours, so it may ask anything of us.
  package var onChange: ((SessionChange, Session?) -> Void)?

  private var seen: Seen = .nothing
  private var untold: [(change: SessionChange, session: Session?)] = []

  private enum Seen {
    case nothing
    case session(Session?)
  }

  package init(account: Account, store: any SessionStore) {
    self.account = account
    self.store = store
  }

  /// Where the session is kept, in words.
  package var place: SessionPlace { store.place }

  /// Who is signed in at this cloud; a session of another cloud is none.
  package func current() throws(CloudError) -> Session? {
    let session = try kept()
    if case .session(let before) = seen, let change = SessionChange(from: before, to: session) {
      untold.append((change, session))
    }
    seen = .session(session)
    tell()
    return session
  }

  /// Keeps a session that the cloud gave instead of the one before, and tells of it.
  package func keep(_ session: Session, because change: SessionChange) throws(CloudError) {
    try store.save(session)
    pause = RenewalPause()
    note(change, session)
    tell()
  }

  /// Makes an account, and keeps its session where the cloud gives one at once.
  package func signUp(
    email: String, password: String, name: String? = nil
  ) throws(CloudError) -> Account.SignUp {
    let outcome = try account.signUp(email: email, password: password, name: name)
    if case .signedIn(let session) = outcome { try keep(session, because: .signedIn) }
    return outcome
  }

  /// Begins a session and keeps it instead of the one before.
  package func signIn(email: String, password: String) throws(CloudError) -> Session {
    let session = try account.signIn(email: email, password: password)
    try keep(session, because: .signedIn)
    return session
  }

  /// Asks the cloud who this is, and keeps what has changed.
  ///
  /// Errors: `notSignedIn` where the cloud has deleted the account or ended the session, which is
  /// marked so.
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
    note(.userUpdated, changed)
    tell()
    return changed
  }

  // MARK: - For what stands in the other files

  /// What is kept for this cloud, without telling what has changed.
  func kept() throws(CloudError) -> Session? {
    guard let session = try store.load(), session.cloud == account.cloud else { return nil }
    return session
  }

  /// Takes note of a change that was made here; `tell` follows once nothing is locked.
  func note(_ change: SessionChange, _ session: Session?) {
    untold.append((change, session))
    seen = .session(session)
  }

  /// Tells what has not been told yet, in order.
  func tell() {
    while !untold.isEmpty {
      let next = untold.removeFirst()
      onChange?(next.change, next.session)
    }
  }
}
