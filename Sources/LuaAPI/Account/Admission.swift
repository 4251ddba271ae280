import Cloud
import LuaRuntime
import Sync
import Vocabulary
import World

/// From a session that the cloud gave to one that this device keeps: only an owner of the library,
/// or of none, comes in.
extension ScriptAPI {
  /// What every function takes that ends with somebody signed in.
  static let otherOwnerOption = OptionKey(
    "on_other_owner", .choice(["new_profile", "replace", "copies"]),
    "what is done where the library belongs to another account")

  /// Keeps the session and gives its user; where the library is another's, the session ends there
  /// and whoever was signed in stays so.
  func admit(
    _ session: Cloud.Session, because change: SessionChange = .signedIn, _ call: APICall
  ) throws -> LuaResults {
    user(try admitted(session, because: change), call)
  }

  /// The same, for what goes on with the session.
  func admitted(
    _ session: Cloud.Session, because change: SessionChange = .signedIn
  ) throws -> Cloud.Session {
    let (account, keeper) = try account
    if let owner = try device.engine.owner(), owner != session.userID.text {
      endUnkept(session, of: account)
      throw APIError.otherOwner(email: session.email)
    }
    try keeper.keep(session, because: change)
    return session
  }

  /// A new account can't own a library that has an owner.
  func requireNoOwner(_ email: String) throws {
    if try device.engine.owner() != nil { throw APIError.otherOwner(email: email) }
  }

  /// A session that nobody keeps ends by itself, if the cloud can't be told now.
  private func endUnkept(_ session: Cloud.Session, of account: Account) {
    do { try account.signOut(.local, token: session.accessToken) } catch { return }
  }
}
