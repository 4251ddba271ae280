import Cloud
import LuaRuntime
import Vocabulary
import World

/// Forgotten passwords and new ones.
extension ScriptAPI {
  func registerPasswords() {
    register(
      FunctionEntry(
        "auth.reset_password", [.optional("email", .text)],
        result: "true", errors: [.badValue, .busy, .refused, .offline, .notConfigured],
        doc: """
          Mails a code to a person who forgot the password; auth.complete_reset comes next. It is \
          true for addresses without an account too. At a prompt it asks for address, code and \
          password.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.reset_password("a@b.example")
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard !call.isMissing(1) else { return try api.askToResetPassword(call) }
      try api.account.account.resetPassword(email: try call.text(1))
      return call.lua.result(true)
    }
    register(
      FunctionEntry(
        "auth.complete_reset",
        [.required("email", .text), .required("code", .text), .required("new", .text)],
        options: [Self.otherOwnerOption], result: "user",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Signs in with the code of auth.reset_password and sets a password; every other session \
          ends. Where the cloud refuses the password the code is used up, and one is signed in: \
          auth.change_password sets another.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          auth.reset_password("a@b.example")
          local code = cloud.inbox("a@b.example")[1].code
          return auth.complete_reset("a@b.example", code, "password-2").email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      return try api.completeReset(
        email: try call.text(1), code: try call.text(2), new: try call.text(3), call)
    }
    registerPasswordChange()
  }

  private func registerPasswordChange() {
    register(
      FunctionEntry(
        "auth.change_password", [.optional("new", .text)],
        options: [OptionKey("code", .text, "what auth.reauthenticate had mailed, if asked for")],
        result: "true", errors: [.badValue, .refused, .notSignedIn, .offline, .notConfigured],
        doc: """
          Sets another password; every other session ends, this one goes on. At a prompt it asks \
          for it.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.change_password("password-2")
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard !call.isMissing(1) else { return try api.askToChangePassword(call) }
      try api.changePassword(to: try call.text(1), nonce: try call.textOption("code"))
      return call.lua.result(true)
    }
    register(
      FunctionEntry(
        "auth.reauthenticate", result: "true",
        errors: [.busy, .refused, .notSignedIn, .offline, .notConfigured],
        doc: """
          Mails a code to the person who is signed in, for clouds that want one for a new password.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.reauthenticate()
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      try api.signedIn { (account, token) throws(CloudError) in
        try account.reauthenticate(token: token)
      }
      return call.lua.result(true)
    }
  }

  /// The password is looked at first: the code is good only once.
  func completeReset(
    email: String, code: String, new: String, _ call: APICall
  ) throws -> LuaResults {
    try Credentials.check("password", Credentials.problem(inPassword: new))
    let proof = Self.proof(Account.CodeKind.recovery.rawValue, email, code)
    let held = try heldSession(for: proof).map { Account.Verified.signedIn($0) }
    let verified = try held ?? account.account.verify(email: email, code: code, as: .recovery)
    guard case .signedIn(let session) = verified else {
      return call.lua.results([.nil, .string(Self.otherHalf)])
    }
    let kept = try admitted(session, because: .passwordRecovery, by: proof, call)
    try setPassword(new, of: session, kept)
    return user(kept, call)
  }

  /// The password of who came in by a code, here or in another profile.
  private func setPassword(_ new: String, of session: Cloud.Session, _ admitted: Admitted) throws {
    guard case .elsewhere = admitted else { return try changePassword(to: new, nonce: nil) }
    _ = try account.account.changePassword(to: new, nonce: nil, token: session.accessToken)
  }

  func changePassword(to new: String, nonce: String?) throws {
    let profile = try signedIn { (account, token) throws(CloudError) in
      try account.changePassword(to: new, nonce: nonce, token: token)
    }
    try updated(profile)
  }
}
