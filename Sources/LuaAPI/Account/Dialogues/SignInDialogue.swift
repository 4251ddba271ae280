import Cloud
import LuaRuntime
import Vocabulary
import World

/// The screen that signs in.
extension ScriptAPI {
  /// What is said when a sign-in ends early; nothing was changed.
  static let signInCanceled = "Sign-in canceled"

  func askToSignIn(_ call: APICall) throws -> LuaResults {
    let missing = call.isMissing(1) ? "email" : "password"
    return try converse(call, missing: missing, canceled: Self.signInCanceled) { dialogue in
      guard call.isMissing(1) else {
        return try dialogue.signIn(asking: { try call.text(1) })
      }
      return try dialogue.chooseHow()
    }
  }

  func askInBrowser(_ provider: Account.Provider, _ call: APICall) throws -> LuaResults {
    try converse(call, missing: "id_token", canceled: Self.signInCanceled) { dialogue in
      try dialogue.signIn(inBrowserBy: provider)
    }
  }
}

extension Dialogue {
  private static let guestWords =
    "Your data stays on this device. auth.sign_in() asks again when you like."

  func chooseHow() throws -> LuaResults {
    person.tell("Sign in to sync your study data across devices.")
    try showChoices()
    let choice = try ask("1 to 5, or Enter to continue without signing in: ") {
      ["", "1", "2", "3", "4", "5"].contains($0) ? nil : "must be 1, 2, 3, 4 or 5, or nothing"
    }
    switch choice {
    case "1": return try signIn(inBrowserBy: .apple)
    case "2": return try signIn(inBrowserBy: .google)
    case "3": return try signIn { try askEmail() }
    case "4": return try signUp()
    case "5": return try resetPassword()
    default:
      person.tell(Self.guestWords)
      return call.lua.result()
    }
  }

  /// A provider that is not set up is dimmed; while the cloud is not reached nobody knows.
  private func showChoices() throws {
    let offered: Set<String>?
    do { offered = try api.account.account.settings().providers } catch let error as CloudError {
      if error.kind == .notConfigured { throw error }
      offered = nil
    }
    for (number, name, title) in [(1, "apple", "Apple"), (2, "google", "Google")] {
      let isOff = offered.map { !$0.contains(name) } ?? false
      let more = isOff ? " - not set up; \(ScriptAPI.setUpHint)" : ""
      person.tell("  \(number)  \(title)\(more)", isDim: isOff)
    }
    for line in ["3  e-mail", "4  sign up", "5  forgot password"] { person.tell("  " + line) }
  }

  /// Address and password, until they fit. Whose address waits for its code types that.
  func signIn(asking email: () throws -> String) throws -> LuaResults {
    while true {
      let email = try email()
      let password = try askPassword()
      do {
        return try api.admit(
          try api.account.account.signIn(email: email, password: password), call)
      } catch let error as CloudError {
        guard case .refused(_, let code, _) = error else { throw error }
        tell(error)
        if code == "email_not_confirmed" { return try confirm(email) }
        guard code == "invalid_credentials" else { return call.lua.result() }
      }
    }
  }

  /// The code that shows that an address is one's own.
  func confirm(_ email: String) throws -> LuaResults {
    while true {
      let code = try askCode { try api.account.account.resend(email: email, as: .signup) }
      if let user = try attempt({ try api.verify(email: email, code: code, as: .signup, call) }) {
        return user
      }
    }
  }

  func signIn(inBrowserBy provider: Account.Provider) throws -> LuaResults {
    let account = try api.account.account
    let listener = try LoopbackListener()
    let flow = try account.authorization(by: provider, redirect: listener.address)
    person.tell("Open this address in a browser on this computer, and come back here:")
    person.tell(flow.url)
    guard let back = try listener.wait(until: { person.hasGivenUp }) else { throw GivenUp() }
    if let refusal = back.refusal {
      person.tell("  \(provider.rawValue) did not sign in: \(refusal)")
      throw GivenUp()
    }
    return try api.admit(
      try account.exchange(code: back.code, verifier: flow.verifier), call)
  }
}
