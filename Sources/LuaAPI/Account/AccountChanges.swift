import Cloud
import LuaRuntime
import Vocabulary
import World

/// The name and the address of who is signed in.
extension ScriptAPI {
  func registerAccountChanges() {
    register(
      FunctionEntry(
        "auth.update",
        options: [OptionKey("name", .text, allowsNull: true, "the name to show; null for none")],
        result: "user", errors: [.badValue, .refused, .notSignedIn, .offline, .notConfigured],
        doc: "Changes the name to show.",
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.update{name = "Ann"}.name
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard let given = call.options["name"] else {
        throw APIError.missing(function: call.entry.name, argument: "name", expected: "text")
      }
      let name = given.kind == .null ? nil : try call.textOption("name")
      let profile = try api.signedIn { (account, token) throws(CloudError) in
        try account.rename(to: name, token: token)
      }
      return api.user(try api.updated(profile), call)
    }
    register(
      FunctionEntry(
        "auth.change_email", [.optional("new", .text)],
        result: "user; .new_email is the address that waits for its code",
        errors: [.badValue, .busy, .refused, .notSignedIn, .offline, .notConfigured],
        doc: """
          Asks for another address. It holds once the codes that are mailed were given to \
          auth.confirm_email: one goes to the new address, and one to the old where the project \
          wants both. At a prompt it asks for what it needs.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.change_email("c@d.example").new_email
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard !call.isMissing(1) else { return try api.askToChangeEmail(call) }
      return api.user(try api.changeEmail(to: try call.text(1)), call)
    }
    registerEmailConfirmation()
  }

  private func registerEmailConfirmation() {
    register(
      FunctionEntry(
        "auth.confirm_email", [.required("email", .text), .required("code", .text)],
        options: [Self.otherOwnerOption],
        result: "user; nil and a message where the other address's code is missing",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Confirms a change of address by the code that was mailed to that address. Where both \
          are wanted, either comes first.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          auth.change_email("c@d.example")
          local code = cloud.inbox("c@d.example")[1].code
          return auth.confirm_email("c@d.example", code).email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      return try api.verify(
        email: try call.text(1), code: try call.text(2), as: .emailChange, call)
    }
  }

  func changeEmail(to email: String) throws -> Cloud.Session {
    let profile = try signedIn { (account, token) throws(CloudError) in
      try account.changeEmail(to: email, token: token)
    }
    return try updated(profile)
  }

  /// Keeps what the cloud said of the person, and tells who listens.
  @discardableResult
  func updated(_ profile: AccountProfile) throws -> Cloud.Session {
    let (_, keeper) = try account
    guard let session = try keeper.keep(profile) else { throw CloudError.notSignedIn(.never) }
    return session
  }
}
