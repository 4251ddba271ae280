/// Signing out.
extension SessionKeeper {
  /// Signs out. This device's part always happens, unless only others are meant.
  ///
  /// Shape: what kept the cloud from hearing of it, nil where it did, or where it knows the session
  /// or the account no more; the tokens here are gone.
  /// Errors: with `others`, whatever the cloud says, since nothing happens here.
  package func signOut(_ scope: Account.SignOutScope = .local) throws(CloudError) -> CloudError? {
    guard let session = try current() else { throw .notSignedIn(.never) }
    if scope == .others {
      try withToken { (token) throws(CloudError) in try account.signOut(.others, token: token) }
      return nil
    }
    if session.needsSignIn {
      try forget()
      return nil
    }
    // Renewed first: an ended token cannot sign out, and the refresh token would live on.
    let unheard: CloudError?
    do throws(CloudError) {
      let token = try token()
      try forget()
      unheard = end(session, scope, token)
    } catch {
      try forget()
      unheard = error
    }
    return unheard.flatMap { $0.meansSignedOut ? nil : $0 }
  }

  /// Forgets who is signed in on this device and tells so; the cloud hears nothing.
  package func forget() throws(CloudError) {
    let isNews = try kept() != nil
    try store.save(nil)
    if isNews { note(.signedOut, nil) }
    tell()
  }

  /// Tells the cloud, once more with a new token where it refused this one: nobody else has the
  /// refresh token any more.
  private func end(
    _ session: Session, _ scope: Account.SignOutScope, _ token: String
  ) -> CloudError? {
    do throws(CloudError) { try account.signOut(scope, token: token) } catch {
      guard error.isTokenRefused, !session.refreshToken.isEmpty else { return error }
      do throws(CloudError) {
        let next = try account.refresh(session.refreshToken)
        try account.signOut(scope, token: next.accessToken)
      } catch { return error }
    }
    return nil
  }
}

extension CloudError {
  /// Whether the answer to a sign-out says that nothing is left to end.
  fileprivate var meansSignedOut: Bool {
    switch self {
    case .notSignedIn: true
    case .refused(401...404, _, _), .unreadable(401...404, Self.nothing): true
    default: isRefreshRefused
    }
  }
}
