import ChangeQueue
import Cloud
import LuaRuntime
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerAccount() {
    registerSignIn()
    register(
      FunctionEntry(
        "auth.sign_out",
        options: [
          OptionKey(
            "scope", .choice(Account.SignOutScope.allCases.map(\.rawValue)),
            "local: this device (the default); others; global: everywhere")
        ],
        result: "true; false with a message if the cloud did not hear of it",
        errors: [.notSignedIn, .offline],
        doc: "Signs out; the library and what waits in the queue stay.",
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.sign_out{}
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      let scope = try call.textOption("scope").flatMap(Account.SignOutScope.init(rawValue:))
      let (_, keeper) = try api.device.link.requireProject()
      let unheard = try keeper.signOut(scope ?? .local)
      if scope != .others { try api.forgetProfiles() }
      try api.events.fire(.session, in: api.state) { $0.set("signed_in", false) }
      guard let unheard else { return call.lua.result(true) }
      return call.lua.results([.boolean(false), .string(unheard.summary)])
    }
    registerWhoIsSignedIn()
    registerProfile()
  }

  private func registerWhoIsSignedIn() {
    register(
      FunctionEntry(
        "auth.user", result: "{id=, email=, name=, provider=}, or nil",
        doc: "Says who is signed in on this device.",
        example: #"auth.sign_up("a@b.example", "password-1")  return auth.user().email"#)
    ) { api, call in
      guard let session = try api.session() else { return call.lua.result(LuaValue.nil) }
      return call.lua.table(fields: 4) { Self.fillUser($0, session) }
    }
    register(
      FunctionEntry(
        "auth.session", result: "{user_id=, email=, cloud=, expires_at=, needs_sign_in=}, or nil",
        doc: "Describes the session; its tokens are never shown.",
        example: "return auth.session()")
    ) { api, call in
      guard let session = try api.session() else { return call.lua.result(LuaValue.nil) }
      return call.lua.table(fields: 5) { table in
        table.set("user_id", session.userID.text)
        table.set("email", session.email)
        table.set("cloud", session.cloud)
        table.set("expires_at", session.expiresAt.text)
        table.set("needs_sign_in", session.needsSignIn)
      }
    }
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
      let entitlement = Entitlement(try api.session(), at: try api.device.database.now())
      return call.lua.table(fields: 3) { table in
        table.set("active", entitlement.isActive)
        if let until = entitlement.until { table.set("until", until.text) }
        table.set("source", entitlement.source.rawValue)
      }
    }
    registerValidation()
  }

  private func registerSignIn() {
    register(
      FunctionEntry(
        "auth.sign_up", [.required("email", .text), .required("password", .text)],
        options: [OptionKey("name", .text, "the name to show")],
        result: "user; nil and a message where a mail waits to be confirmed",
        errors: [.badValue, .refused, .offline, .notConfigured],
        doc: "Makes an account and signs in to it.",
        example: #"return auth.sign_up("a@b.example", "password-1", {name = "A"}).name"#,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      let (_, keeper) = try api.device.link.requireProject()
      let email = try call.text(1)
      try api.requireNoOwner(email)
      let outcome = try keeper.signUp(
        email: email, password: try call.text(2), name: try call.textOption("name"))
      switch outcome {
      case .signedIn(let session): return try api.signedIn(session, call)
      case .awaitsConfirmation(let email):
        return call.lua.results([
          .nil, .string("a mail to \(email) waits to be confirmed; then sign in"),
        ])
      }
    }
    register(
      FunctionEntry(
        "auth.sign_in", [.required("email", .text), .required("password", .text)],
        result: "user", errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Signs in. A library that belongs to another account is left as it is, and so is who was \
          signed in before.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          auth.sign_out{}
          return auth.sign_in("a@b.example", "password-1").email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      let (project, keeper) = try api.device.link.requireProject()
      let email = try call.text(1)
      let password = try call.text(2)
      try api.refuseOtherOwner(project, email, password)
      return try api.signedIn(try keeper.signIn(email: email, password: password), call)
    }
  }

  private func registerValidation() {
    let checks: [(String, String, (String) -> String?)] = [
      ("email", "an e-mail address", Credentials.problem(inEmail:)),
      ("password", "a password for a new account", Credentials.problem(inPassword:)),
    ]
    for (name, what, problem) in checks {
      register(
        FunctionEntry(
          "auth.validate.\(name)", [.required("text", .text)],
          result: "true; false and what is wrong", doc: "Says whether a text may be \(what).",
          example: #"return auth.validate.\#(name)("x")"#, isSecret: name == "password")
      ) { _, call in
        guard let problem = problem(try call.text(1)) else { return call.lua.result(true) }
        return call.lua.results([.boolean(false), .string("\(name) \(problem)")])
      }
    }
  }

  // MARK: - Who owns the library

  /// A new account can't own a library that has an owner.
  private func requireNoOwner(_ email: String) throws {
    if try device.engine.owner() != nil { throw APIError.otherOwner(email: email) }
  }

  /// Looks at who it is before the session of this device is touched.
  private func refuseOtherOwner(
    _ project: RemoteProject, _ email: String, _ password: String
  ) throws {
    guard let owner = try device.engine.owner() else { return }
    let account = Account(project: project, surroundings: device.database.surroundings)
    let probe = try account.signIn(email: email, password: password)
    defer { endProbe(account, probe) }
    guard probe.userID.text == owner else { throw APIError.otherOwner(email: email) }
  }

  /// A session that nobody keeps ends by itself, if the cloud can't be told now.
  private func endProbe(_ account: Account, _ probe: Cloud.Session) {
    do { try account.signOut(.local, token: probe.accessToken) } catch { return }
  }

  private func session() throws -> Cloud.Session? { try device.link.keeper?.current() }

  private func signedIn(_ session: Cloud.Session, _ call: APICall) throws -> LuaResults {
    try keepProfile(session)
    try events.fire(.session, in: state) { table in
      table.set("signed_in", true)
      table.set("email", session.email)
    }
    return call.lua.table(fields: 4) { Self.fillUser($0, session) }
  }

  private static func fillUser(_ table: LuaTableBuilder, _ session: Cloud.Session) {
    table.set("id", session.userID.text)
    table.set("email", session.email)
    if let name = session.name { table.set("name", name) }
    table.set("provider", session.provider)
  }
}
