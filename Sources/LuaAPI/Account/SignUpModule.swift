import Cloud
import LuaRuntime
import Vocabulary
import World

/// Making an account, and showing that its address is one's own.
extension ScriptAPI {
  func registerSignUp() {
    register(
      FunctionEntry(
        "auth.sign_up", [.optional("email", .text), .optional("password", .text)],
        options: [OptionKey("name", .text, "the name to show"), Self.otherOwnerOption],
        result: "user; nil and a message where the code of a mail is to be typed",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Makes an account and signs in to it; where the cloud sends codes, auth.verify comes \
          next. At a prompt it asks for what is left out.
          """,
        example: #"return auth.sign_up("a@b.example", "password-1", {name = "A"}).name"#,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard !call.isMissing(1), !call.isMissing(2) else { return try api.askToSignUp(call) }
      return try api.signUp(
        email: try call.text(1), password: try call.text(2), name: try call.textOption("name"), call
      )
    }
    registerVerify()
    register(
      FunctionEntry(
        "auth.resend", [.required("email", .text)],
        options: [
          OptionKey(
            "type", .choice(["signup", "email_change"]),
            "what the code was for: signup (the default), or a change of address")
        ],
        result: "true", errors: [.badValue, .busy, .refused, .offline, .notConfigured],
        doc: """
          Has the code of a sign-up, or of a change of address, mailed again: only the newest is \
          good. A cloud that sent one a moment ago says when it sends the next.
          """,
        example: #"return auth.resend("a@b.example")"#)
    ) { api, call in
      try api.requireNoTransaction(call)
      let kind = try call.textOption("type").flatMap(Account.CodeKind.init(rawValue:))
      try api.account.account.resend(email: try call.text(1), as: kind ?? .signup)
      return call.lua.result(true)
    }
  }

  private func registerVerify() {
    register(
      FunctionEntry(
        "auth.verify", [.required("email", .text), .required("code", .text)],
        options: [
          OptionKey(
            "type", .choice(Account.CodeKind.allCases.map(\.rawValue)),
            "what the code was sent for: signup (the default), email, recovery, email_change"),
          Self.otherOwnerOption,
        ],
        result: "user; nil and a message where the other half of a change of address is missing",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: "Signs in with the six digits of a mail. A code works once, for an hour.",
        example: """
          local w = world{confirm_email = true, accounts = {phone = false}}
          w.phone.auth.sign_up("a@b.example", "password-1")
          return w.phone.auth.verify("a@b.example", w.cloud.inbox("a@b.example")[1].code).email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      let kind = try call.textOption("type").flatMap(Account.CodeKind.init(rawValue:)) ?? .signup
      return try api.verify(email: try call.text(1), code: try call.text(2), as: kind, call)
    }
  }

  func signUp(
    email: String, password: String, name: String?, _ call: APICall
  ) throws -> LuaResults {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    defer { earlyOffer = nil }
    try requireOffer(for: email, call)
    let outcome = try account.account.signUp(email: email, password: password, name: name)
    switch outcome {
    case .signedIn(let session): return try admit(session, call)
    case .awaitsConfirmation(let email):
      return call.lua.results([.nil, .string(Self.codeWaits(for: email))])
    }
  }

  static func codeWaits(for email: String) -> String {
    "a code was mailed to \(email): auth.verify(email, code)"
  }

  func verify(
    email: String, code: String, as kind: Account.CodeKind, _ call: APICall
  ) throws -> LuaResults {
    let proof = Self.proof(kind.rawValue, email, code)
    let verified = try heldSession(for: proof).map { Account.Verified.signedIn($0) }
    switch try verified ?? account.account.verify(email: email, code: code, as: kind) {
    case .signedIn(let session):
      return try admit(session, because: try change(by: kind), by: proof, call)
    case .otherHalfMissing: return call.lua.results([.nil, .string(Self.otherHalf)])
    }
  }

  private func change(by kind: Account.CodeKind) throws -> SessionChange {
    switch kind {
    case .signup, .email: .signedIn
    case .recovery: .passwordRecovery
    case .emailChange: try session == nil ? .signedIn : .userUpdated
    }
  }

  static let otherHalf = "this half is confirmed; the code mailed to the other address is missing"
}
