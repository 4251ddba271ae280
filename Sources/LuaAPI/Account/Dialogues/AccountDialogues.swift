import Cloud
import LuaRuntime
import Vocabulary
import World

/// The screens that make an account, and change what it has.
extension ScriptAPI {
  func askToSignUp(_ call: APICall) throws -> LuaResults {
    try converse(
      call, missing: call.isMissing(1) ? "email" : "password", canceled: "Sign-up canceled"
    ) { try $0.signUp() }
  }

  func askToResetPassword(_ call: APICall) throws -> LuaResults {
    try converse(call, missing: "email", canceled: "Reset canceled; the old password holds") {
      try $0.resetPassword()
    }
  }

  func askToChangePassword(_ call: APICall) throws -> LuaResults {
    try requireSignedIn()
    return try converse(call, missing: "new", canceled: "Canceled; the old password holds") {
      try $0.changePassword()
    }
  }

  func askToChangeEmail(_ call: APICall) throws -> LuaResults {
    try requireSignedIn()
    return try converse(call, missing: "new", canceled: "Canceled; the old address holds") {
      try $0.changeEmail()
    }
  }

  /// Before anything is asked that would be of no use.
  private func requireSignedIn() throws {
    if person != nil, try session == nil { throw CloudError.notSignedIn(.never) }
  }
}

extension Dialogue {
  func signUp() throws -> LuaResults {
    // The choice is for this conversation: no later sign-in of that address may go by it.
    defer { api.earlyOffer = nil }
    while true {
      let email =
        call.isMissing(1) || call.entry.name != "auth.sign_up"
        ? try askEmail() : try call.text(1)
      try api.requireOffer(for: email, call)
      let name =
        try call.entry.options.contains { $0.name == "name" }
        ? call.textOption("name") : nil
      let shown = try name ?? ask("Name to show (Enter for none): ")
      let password = try askNewPassword("Password: ")
      let outcome = try attempt {
        try api.account.account.signUp(
          email: email, password: password, name: shown.isEmpty ? nil : shown)
      }
      switch outcome {
      case .signedIn(let session)?: return try api.admit(session, call)
      case .awaitsConfirmation(let email)?:
        person.tell("A code was mailed to \(email).")
        return try confirm(email)
      case nil: continue
      }
    }
  }

  func resetPassword() throws -> LuaResults {
    let account = try api.account.account
    let email = try askEmail()
    guard try attempt({ try account.resetPassword(email: email) }) != nil else { throw GivenUp() }
    person.tell("If there is an account with it, a code was mailed to \(email).")
    while true {
      let code = try askCode { try account.resetPassword(email: email) }
      guard
        let verified = try attempt({
          try account.verify(email: email, code: code, as: .recovery)
        }), case .signedIn(let session) = verified
      else { continue }
      let kept = try api.admitted(session, because: .passwordRecovery, call)
      // In another profile the password is set there.
      if case .here = kept { _ = try setPassword() }
      return api.user(kept, call)
    }
  }

  func changePassword() throws -> LuaResults {
    try setPassword()
    return call.lua.result(true)
  }

  /// Asks until the cloud takes one. A cloud may want a code too, to see who sits here.
  private func setPassword() throws {
    var nonce: String?
    while true {
      let password = try askNewPassword()
      do { return try api.changePassword(to: password, nonce: nonce) } catch let error as CloudError
      {
        guard case .refused(_, let code, _) = error else { throw error }
        tell(error)
        switch code {
        case "reauthentication_needed", "reauthentication_not_valid":
          nonce = try askedNonce()
        case "weak_password", "same_password", "validation_failed": continue
        default: throw error
        }
      }
    }
  }

  private func askedNonce() throws -> String {
    let send = {
      try api.signedIn { (account, token) throws(CloudError) in
        try account.reauthenticate(token: token)
      }
    }
    try send()
    person.tell("A code was mailed to you.")
    return try askCode(resend: send)
  }

  func changeEmail() throws -> LuaResults {
    let old = try api.session?.email ?? ""
    while true {
      let new = try askEmail("New e-mail: ")
      guard let changed = try attempt({ try api.changeEmail(to: new) }) else { continue }
      guard changed.newEmail != nil else { return api.user(changed, call) }
      return try confirmBoth(new: new, old: old)
    }
  }

  /// One code, or two: the cloud says after the first.
  private func confirmBoth(new: String, old: String) throws -> LuaResults {
    let account = try api.account.account
    for email in [new, old] {
      person.tell("A code was mailed to \(email).")
      while true {
        let code = try askCode("Code for \(email) (Enter sends another): ") {
          try account.resend(email: old, as: .emailChange)
        }
        let verified = try attempt {
          try account.verify(email: email, code: code, as: .emailChange)
        }
        switch verified {
        case .signedIn(let session)?: return try api.admit(session, because: .userUpdated, call)
        case .otherHalfMissing?: break
        case nil: continue
        }
        break
      }
    }
    return call.lua.result()
  }
}
