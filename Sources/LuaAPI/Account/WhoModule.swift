import ChangeQueue
import Cloud
import LuaRuntime
import Vocabulary
import World

/// Who is signed in, and what they may.
extension ScriptAPI {
  func registerWhoIsSignedIn() {
    register(
      FunctionEntry(
        "auth.user", result: "\(Self.userResult), or nil",
        doc: "Says who is signed in on this device.",
        example: #"auth.sign_up("a@b.example", "password-1")  return auth.user().email"#)
    ) { api, call in
      guard let session = try api.session else { return call.lua.result(LuaValue.nil) }
      return api.user(session, call)
    }
    register(
      FunctionEntry(
        "auth.session",
        result: """
          {user_id=, email=, cloud=, expires_at=, needs_sign_in=, reason=, kept_in=, renews=}, or \
          nil
          """,
        doc: """
          Describes the session; its tokens are never shown. kept_in says where: file, sealed \
          file, secret service, environment, or memory; renews, whether it goes on by itself.
          """,
        example: "return auth.session()")
    ) { api, call in
      guard let session = try api.session else { return call.lua.result(LuaValue.nil) }
      let place = api.device.link.keeper?.place ?? .memory
      return call.lua.table(fields: 8) { table in
        table.set("user_id", session.userID.text)
        table.set("email", session.email)
        table.set("cloud", session.cloud)
        table.set("expires_at", session.expiresAt.text)
        table.set("needs_sign_in", session.needsSignIn)
        if session.needsSignIn {
          table.set("reason", CloudError.notSignedIn(session.endedBecause).summary)
        }
        table.set("kept_in", place.rawValue)
        table.set("renews", session.renews)
      }
    }
  }

  func registerEntitlement() {
    register(
      FunctionEntry(
        "account.entitlement", result: "{active=, until=, source=}",
        doc: """
          Says whether the account may sync: until a time that its token names, or without an end. \
          The last answer of the cloud is good for 7 days offline.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return account.entitlement().source
          """)
    ) { api, call in
      let entitlement = Entitlement(try api.session, at: try api.device.database.now())
      return call.lua.table(fields: 3) { table in
        table.set("active", entitlement.isActive)
        if let until = entitlement.until { table.set("until", until.text) }
        table.set("source", entitlement.source.rawValue)
      }
    }
  }

  func registerValidation() {
    let checks: [(String, String, Bool, (String) -> String?)] = [
      ("email", "an e-mail address", false, Credentials.problem(inEmail:)),
      ("password", "a password for a new account", true, Credentials.problem(inPassword:)),
      ("code", "the code of a mail", true, Credentials.problem(inCode:)),
      ("required", "given where something must be", false, Credentials.problem(inRequired:)),
    ]
    for (name, what, isSecret, problem) in checks {
      register(
        FunctionEntry(
          "auth.validate.\(name)", [.required("text", .text)],
          result: "true; false and what is wrong",
          doc: "Says whether a text may be \(what). No cloud is asked.",
          example: #"return auth.validate.\#(name)("x")"#, isSecret: isSecret)
      ) { _, call in
        guard let problem = problem(try call.text(1)) else { return call.lua.result(true) }
        let subject = name == "required" ? "it" : name
        return call.lua.results([.boolean(false), .string("\(subject) \(problem)")])
      }
    }
  }
}
