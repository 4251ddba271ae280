import Cloud
import Vocabulary

/// Links of mails, which a browser follows.
extension AuthEndpoints {
  /// Sends the browser on, always: with a session, with a code to exchange, or with what is wrong.
  func followLink() throws -> HTTPResponse {
    let token = query["token"] ?? ""
    let type = query["type"] ?? ""
    if token.isEmpty { throw AuthRefusal.invalid("Verify requires a token or a token hash") }
    if type.isEmpty { throw AuthRefusal.invalid("Verify requires a verification type") }
    let isExchanged = token.hasPrefix(Accounts.exchangedPrefix)
    let method = Self.method(ofLink: type)
    if isExchanged, method == nil { throw AuthRefusal.unexpected }
    let back = Redirection(returnURL)
    do {
      switch try accept(try proof(hash: token, type)) {
      case .half: return back.with(message: Self.halfConfirmed, inQuery: isExchanged)
      case .user(let user):
        guard isExchanged else { return try back.with(tokens(of: user, type)) }
        guard let flow = try accounts.flow(of: user.id, method ?? "") else {
          throw AuthRefusal(
            status: 400, code: "flow_state_not_found",
            message: "No associated flow state found. No valid flow state found for user.",
            isUndone: true)
        }
        try accounts.issue(flow, to: user.id)
        return back.with(code: flow.code)
      }
    } catch let refusal as AuthRefusal {
      return back.with(refusal, inQuery: isExchanged)
    }
  }

  private static func method(ofLink type: String) -> String? {
    switch type {
    case "signup": AuthMethod.signUp
    case "magiclink": AuthMethod.magicLink
    case "recovery": AuthMethod.recovery
    case "invite": AuthMethod.invitation
    case "email_change": AuthMethod.emailChange
    default: nil
    }
  }

  /// What a page finds in its address behind the number sign.
  private func tokens(of user: AccountUser, _ type: String) throws -> [(String, String)] {
    let begun = try newSession(of: user, AuthMethod.code)
    let token = try accessToken(begun.session, of: begun.user)
    return [
      ("access_token", token.text), ("expires_at", String(token.end)),
      ("expires_in", String(token.lifetime)), ("refresh_token", begun.refreshToken),
      ("token_type", "bearer"), ("type", type),
    ]
  }
}
