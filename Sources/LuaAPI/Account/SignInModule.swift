import Cloud
import LuaRuntime
import Vocabulary
import World

/// Signing in, by a password or by a code.
extension ScriptAPI {
  func registerSignIn() {
    register(
      FunctionEntry(
        "auth.sign_in", [.optional("email", .text), .optional("password", .text)],
        options: [Self.otherOwnerOption],
        result: "user", errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Signs in. A library that belongs to another account is left as it is, and so is who was \
          signed in before. At a prompt it asks for what is left out.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          auth.sign_out{}
          return auth.sign_in("a@b.example", "password-1").email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard !call.isMissing(1), !call.isMissing(2) else { return try api.askToSignIn(call) }
      return try api.admit(
        try api.account.account.signIn(email: try call.text(1), password: try call.text(2)), call)
    }
  }

  func registerSignInByCode() {
    register(
      FunctionEntry(
        "auth.send_code", [.required("email", .text)],
        result: "true", errors: [.badValue, .refused, .busy, .offline, .notConfigured],
        doc: """
          Mails a code to sign in with, to whoever has an account; nobody gets one by it. Only the \
          newest code is good.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.send_code("a@b.example")
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      try api.account.account.sendCode(email: try call.text(1))
      return call.lua.result(true)
    }
    register(
      FunctionEntry(
        "auth.sign_in_with_code", [.required("email", .text), .required("code", .text)],
        options: [Self.otherOwnerOption], result: "user",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: "Signs in with the six digits that auth.send_code had mailed.",
        example: """
          auth.sign_up("a@b.example", "password-1")
          auth.send_code("a@b.example")
          local code = cloud.inbox("a@b.example")[1].code
          return auth.sign_in_with_code("a@b.example", code).email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      return try api.verify(email: try call.text(1), code: try call.text(2), as: .email, call)
    }
  }
}
