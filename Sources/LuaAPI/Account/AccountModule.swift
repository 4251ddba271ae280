import Cloud
import LuaRuntime
import Vocabulary
import World

/// The module `auth`: a file for each thing that one does with an account.
extension ScriptAPI {
  func registerAccount() {
    registerSignUp()
    registerSignIn()
    registerSignInByCode()
    registerProviders()
    registerPasswords()
    registerAccountChanges()
    registerSignOut()
    registerAccountDeletion()
    registerWhoIsSignedIn()
    registerProfile()
    registerEntitlement()
    registerValidation()
  }

  /// The account that functions of `auth` ask, and who keeps its session.
  var account: (account: Account, keeper: SessionKeeper) {
    get throws {
      let (_, keeper) = try device.link.requireProject()
      return (keeper.account, keeper)
    }
  }

  var session: Cloud.Session? { get throws { try device.link.keeper?.current() } }

  /// Runs what needs a token of the person who is signed in.
  func signedIn<T>(
    _ body: (Account, String) throws(CloudError) -> T
  ) throws -> T {
    let (account, keeper) = try account
    return try keeper.withToken { (token) throws(CloudError) in try body(account, token) }
  }

  static func fillUser(_ table: LuaTableBuilder, _ session: Cloud.Session) {
    table.set("id", session.userID.text)
    table.set("email", session.email)
    if let name = session.name { table.set("name", name) }
    table.set("provider", session.provider)
    if let newEmail = session.newEmail { table.set("new_email", newEmail) }
  }

  func user(_ session: Cloud.Session, _ call: APICall) -> LuaResults {
    call.lua.table(fields: 5) { Self.fillUser($0, session) }
  }

  static let userResult = "{id=, email=, name=, provider=, new_email=}"
}
