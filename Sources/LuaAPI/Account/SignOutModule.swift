import Cloud
import LuaRuntime
import Vocabulary
import World

/// Signing out.
extension ScriptAPI {
  func registerSignOut() {
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
      guard let unheard else { return call.lua.result(true) }
      return call.lua.results([.boolean(false), .string(unheard.summary)])
    }
  }
}
