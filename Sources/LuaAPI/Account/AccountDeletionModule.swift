import Cloud
import LuaRuntime
import Sync
import Vocabulary
import World

/// The end of an account.
extension ScriptAPI {
  private static let confirmation = "DELETE"

  func registerAccountDeletion() {
    register(
      FunctionEntry(
        "auth.delete_account",
        options: [OptionKey("confirm", .text, "\"DELETE\", in capitals")],
        result: "true",
        errors: [.badValue, .notSignedIn, .refused, .busy, .offline, .notConfigured],
        doc: """
          Deletes the account and all that the cloud has of it, for good, and signs out. The \
          library, with what waits in the queue, stays on this device, and goes to the next \
          account that signs in. After a failure it may be called again. At a prompt it asks \
          twice.
          """,
        example: """
          auth.sign_up("a@b.example", "password-1")
          return auth.delete_account{confirm = "DELETE"}
          """)
    ) { api, call in
      try api.requireNoTransaction(call)
      guard try api.session != nil else { throw CloudError.notSignedIn(.never) }
      if call.options["confirm"] == nil, api.person != nil { return try api.askToDelete(call) }
      guard try call.textOption("confirm") == Self.confirmation else {
        throw APIError.badValue(
          argument: "confirm", problem: "must be \"\(Self.confirmation)\"",
          hint: "the account cannot be brought back: auth.delete_account{confirm=\"DELETE\"}")
      }
      try api.deleteAccount()
      return call.lua.result(true)
    }
  }

  private func askToDelete(_ call: APICall) throws -> LuaResults {
    try converse(call, missing: "confirm", canceled: "Canceled; the account stays") { dialogue in
      let email = try session?.email ?? ""
      dialogue.person.tell("This deletes the account \(email) and all that the cloud has of it.")
      dialogue.person.tell("It cannot be undone. Your library stays on this device.")
      let isSure = try dialogue.ask("Delete it? (y/n): ") {
        ["y", "yes", "n", "no", ""].contains($0.lowercased()) ? nil : "must be y or n"
      }
      guard isSure.lowercased().hasPrefix("y") else { throw Dialogue.GivenUp() }
      let word = try dialogue.ask("Type \(Self.confirmation) to delete it: ")
      guard word == Self.confirmation else { throw Dialogue.GivenUp() }
      try deleteAccount()
      dialogue.person.tell("The account is deleted. Your library is still here.")
      return call.lua.result(true)
    }
  }

  /// The cloud's part first, the session last: whatever ends it early, the next call goes on.
  ///
  /// | ended after | is left | the next call |
  /// |---|---|---|
  /// | nothing, or a part of the cloud's | session, owner | deletes the rest |
  /// | the cloud's part | session, owner | hears that the account is gone, and goes on |
  /// | the owner is forgotten | session | the same |
  private func deleteAccount() throws {
    try withoutSyncing {
      let (_, keeper) = try account
      do {
        try signedIn { (account, token) throws(CloudError) in try account.delete(token: token) }
      } catch CloudError.notSignedIn(.accountGone) {}
      try device.engine.disown()
      // The cloud knows nobody here any more: it need not hear that they leave.
      try keeper.forget()
    }
  }

  /// Runs `body` while nothing syncs the library, unasked or asked by another process.
  func withoutSyncing<T>(_ body: () throws -> T) throws -> T {
    let isAuto = device.auto.isOn
    if isAuto { device.auto.turn(on: false) }
    // It rests by itself while nobody is signed in.
    defer { if isAuto { device.auto.turn(on: true) } }
    return try device.engine.alone(body)
  }
}
