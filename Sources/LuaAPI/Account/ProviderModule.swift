import ChangeQueue
import Cloud
import LuaRuntime
import Vocabulary
import World

/// Apple and Google.
extension ScriptAPI {
  func registerProviders() {
    register(
      FunctionEntry(
        "auth.sign_in_with", [.required("provider", .text)],
        options: [
          OptionKey("id_token", .text, "what the provider signed; left out, a browser is used"),
          OptionKey("nonce", .text, "the raw nonce, whose SHA-256 the provider was given"),
          OptionKey("name", .text, "the name to keep where the account has none yet"),
          Self.otherOwnerOption,
        ],
        result: "user; a message too where the name was not kept",
        errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: """
          Signs in with an identity token of apple or google. Apple's has a nonce: auth.nonce() \
          draws one. At a prompt without a token it shows an address for the browser and waits.
          """,
        example: """
          local google = cloud.identity_provider("google")
          return auth.sign_in_with("google", {
            id_token = google:token{sub = "1", email = "a@b.example"}
          }).provider
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      let provider = try Self.provider(try call.text(1))
      guard let token = try call.textOption("id_token") else {
        return try api.askInBrowser(provider, call)
      }
      let nonce = try call.textOption("nonce")
      if provider == .apple, nonce == nil {
        throw APIError.missing(
          function: call.entry.name, argument: "nonce",
          expected: "text: the raw one, auth.nonce() draws it")
      }
      let session = try api.account.account.signIn(with: provider, token: token, nonce: nonce)
      let admitted = try api.admitted(session, call)
      guard case .here(let kept, let message) = admitted else { return api.user(admitted, call) }
      return try api.named(kept, try call.textOption("name"), message, call)
    }
    registerProviderList()
    registerBrowserFlow()
  }

  /// Apple tells the name once, and not in its token.
  private func named(
    _ session: Cloud.Session, _ name: String?, _ message: String?, _ call: APICall
  ) throws -> LuaResults {
    guard let name, session.name == nil else { return user(.here(session, message), call) }
    do {
      let profile = try signedIn { (account, token) throws(CloudError) in
        try account.rename(to: name, token: token)
      }
      return user(.here(try updated(profile), message), call)
    } catch let error as CloudError {
      // Signed in is signed in, whatever becomes of the name.
      let user = state.makeTable { Self.fillUser($0, session) }
      return call.lua.results([
        .table(user), .string("signed in, but the name was not kept: \(error.summary)"),
      ])
    }
  }

  /// Facebook was dropped: whoever asks for it is told what there is.
  static func provider(_ name: String) throws -> Account.Provider {
    if let provider = Account.Provider(rawValue: name.lowercased()) { return provider }
    throw APIError.badValue(
      argument: "provider", problem: "'\(name.prefix(40))' is not offered",
      hint: "apple or google; or auth.sign_in(email, password), auth.send_code(email)")
  }

  private func registerProviderList() {
    register(
      FunctionEntry(
        "auth.providers", result: "a list of {name=, enabled=, hint=}",
        errors: [.offline, .notConfigured],
        doc: "Lists the ways to sign in, whether the cloud has them set up, and what is missing.",
        example: #"return auth.providers()[1].name"#)
    ) { api, call in
      let offered = try api.account.account.settings().providers
      return call.lua.list(["email"] + Account.Provider.allCases.map(\.rawValue)) { name, table in
        table.set("name", name)
        table.set("enabled", offered.contains(name))
        if !offered.contains(name) { table.set("hint", Self.setUpHint) }
      }
    }
    register(
      FunctionEntry(
        "auth.nonce", result: "raw, hashed",
        doc: """
          Draws a nonce for one sign-in: the provider is given the hashed one (SHA-256 in hex), \
          auth.sign_in_with the raw one.
          """,
        example: "local raw, hashed = auth.nonce()  return #hashed")
    ) { api, call in
      let nonce = SignInNonce(api.device.database.surroundings)
      return call.lua.results([.string(nonce.raw), .string(nonce.hashed)])
    }
  }

  static let setUpHint = "the project's owner sets it up: SETUP.md of 'lectern supabase DIR'"

  private func registerBrowserFlow() {
    register(
      FunctionEntry(
        "auth.authorize_url", [.required("provider", .text)],
        options: [OptionKey("redirect_to", .text, "where the browser goes with the code")],
        result: "{url=, verifier=, redirect_to=}", errors: [.badValue, .notConfigured],
        doc: """
          Begins a sign-in in a browser (PKCE): it opens the url, and ends at redirect_to with \
          ?code=, which auth.exchange takes with the verifier. The verifier is a secret.
          """,
        example: #"return auth.authorize_url("google").redirect_to"#)
    ) { api, call in
      let provider = try Self.provider(try call.text(1))
      let flow = try api.account.account.authorization(
        by: provider, redirect: try call.textOption("redirect_to") ?? Self.usualRedirect)
      return call.lua.table(fields: 3) { table in
        table.set("url", flow.url)
        table.set("verifier", flow.verifier)
        table.set("redirect_to", flow.redirect)
      }
    }
    register(
      FunctionEntry(
        "auth.exchange",
        options: [
          OptionKey("code", .text, "what the browser brought"),
          OptionKey("verifier", .text, "of the auth.authorize_url that began it"),
          Self.otherOwnerOption,
        ],
        result: "user", errors: [.badValue, .refused, .conflict, .offline, .notConfigured],
        doc: "Ends a sign-in in a browser: trades its code for a session, once, in five minutes.",
        example: """
          local flow = auth.authorize_url("google")
          local page = cloud.identity_provider("google")
          local back = page:visit(flow.url, {email = "a@b.example"})
          return auth.exchange{code = back.code, verifier = flow.verifier}.email
          """,
        isSecret: true)
    ) { api, call in
      try api.requireNoTransaction(call)
      return try api.exchange(call)
    }
  }

  private func exchange(_ call: APICall) throws -> LuaResults {
    for name in ["code", "verifier"] where call.options[name] == nil {
      throw APIError.missing(function: call.entry.name, argument: name, expected: "text")
    }
    let code = try call.textOption("code") ?? ""
    let verifier = try call.textOption("verifier") ?? ""
    let proof = Self.proof("exchange", code, verifier)
    let session =
      try heldSession(for: proof) ?? account.account.exchange(code: code, verifier: verifier)
    return try admit(session, by: proof, call)
  }

  static let usualRedirect = "http://127.0.0.1:54399/callback"
}
