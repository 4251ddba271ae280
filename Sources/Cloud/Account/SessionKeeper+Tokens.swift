import Vocabulary

/// Tokens, and their renewal.
extension SessionKeeper {
  /// An access token that is good for a while yet.
  ///
  /// Where the cloud cannot be asked for the next one, a token that has not ended still goes.
  /// Errors: `notSignedIn`; what a renewal met, and then the session stays as it is.
  package func token() throws(CloudError) -> String {
    guard let session = try current() else { throw .notSignedIn(.never) }
    guard !session.needsSignIn else { throw .notSignedIn(session.endedBecause) }
    let now = account.now()
    guard session.isDue(at: now) else { return session.accessToken }
    let isGood = now < session.expiresAt
    if isGood, pause.isResting(at: now) { return session.accessToken }
    do throws(CloudError) { return try renewed { $0.isDue(at: account.now()) }.accessToken } catch {
      guard isGood, error.failureClass == .wait, error != .interrupted else { throw error }
      return session.accessToken
    }
  }

  /// Another access token than `refused`, which the cloud did not take.
  ///
  /// Why: a clock that jumped back makes an ended token look good. Call it once a refusal, so that
  /// a cloud that refuses every token ends in its error.
  package func token(insteadOf refused: String) throws(CloudError) -> String {
    try renewed { $0.accessToken == refused }.accessToken
  }

  /// Runs `body` with a token, and once more with a new one where the cloud refused it.
  ///
  /// Errors: `notSignedIn` where the cloud says that session or account are no more, though the
  /// token looks good.
  package func withToken<T>(
    _ body: (String) throws(CloudError) -> T
  ) throws(CloudError) -> T {
    let token = try token()
    do throws(CloudError) { return try taken(try body(token)) } catch {
      guard error.isTokenRefused else { throw try ending(token, error) }
    }
    let next = try self.token(insteadOf: token)
    do throws(CloudError) { return try taken(try body(next)) } catch {
      if error.isTokenRefused { pause.noteUseless(error, at: account.now()) }
      throw try ending(next, error)
    }
  }

  private func taken<T>(_ result: T) throws(CloudError) -> T {
    pause.noteTaken()
    return result
  }

  /// Marks the session of `token` where `error` says that it is no more; what is to be thrown.
  private func ending(_ token: String, _ error: CloudError) throws(CloudError) -> CloudError {
    guard let reason = error.sessionEnd, let session = try current(),
      session.accessToken == token, try end(session, because: reason)
    else { return error }
    tell()
    return .notSignedIn(reason)
  }

  /// Marks a session as one that the cloud ended; false where another took its place.
  private func end(
    _ session: Session, because reason: SignedOutReason
  ) throws(CloudError) -> Bool {
    var ended = session
    ended.needsSignIn = true
    ended.isAccountGone = reason == .accountGone
    guard try store.replace(session, with: ended) else { return false }
    note(.signedOut, ended)
    return true
  }

  /// Renews the session where `isNeeded` still says so once nobody else is renewing it.
  private func renewed(where isNeeded: (Session) -> Bool) throws(CloudError) -> Session {
    defer { tell() }
    return try store.whileRefreshing(
      unless: { () throws(CloudError) in
        let session = try usable()
        return isNeeded(session) ? nil : session
      },
      { () throws(CloudError) in
        let old = try usable()
        return isNeeded(old) ? try renew(old) : old
      })
  }

  private func usable() throws(CloudError) -> Session {
    guard let session = try kept() else { throw .notSignedIn(.never) }
    guard !session.needsSignIn else { throw .notSignedIn(session.endedBecause) }
    return session
  }

  /// Asks the cloud once. Only while nobody else does.
  private func renew(_ old: Session) throws(CloudError) -> Session {
    guard !old.refreshToken.isEmpty else { throw .notSignedIn(.notRenewable) }
    try pause.require(at: account.now())
    let new: Session
    do throws(CloudError) { new = try account.refresh(old.refreshToken) } catch {
      pause.noteFailure(error, at: account.now())
      guard error.isRefreshRefused else { throw error }
      guard try end(old, because: .ended) else { return try other(than: old) }
      throw .notSignedIn(.ended)
    }
    guard new.userID == old.userID else {
      throw .unreadable(status: 200, reason: "the session of somebody else")
    }
    let now = account.now()
    pause.noteRenewal(endsAtOnce: new.isDue(at: now), at: now)
    guard try store.replace(old, with: new) else { return try other(than: old) }
    note(.refreshed, new)
    return new
  }

  /// The session that took the place of `old` while it was being renewed.
  private func other(than old: Session) throws(CloudError) -> Session {
    let session = try usable()
    guard session.userID == old.userID else { throw .notSignedIn(.ended) }
    return session
  }
}

extension CloudError {
  /// Why the session of a token that looks good is no more; nil where it is something else.
  ///
  /// Source: https://supabase.com/docs/guides/auth/debugging/error-codes
  var sessionEnd: SignedOutReason? {
    guard case .refused(401...404, let code, _) = self else { return nil }
    return switch code {
    case "session_not_found", "session_expired": .ended
    case "user_not_found": .accountGone
    default: nil
    }
  }
}
