import ChangeQueue
import Cloud
import Library
import LuaRuntime
import Vocabulary
import World

/// Who signed in here, kept on the device.
extension ScriptAPI {
  private var profiles: AuthProfiles { AuthProfiles(device.database) }

  func registerProfile() {
    register(
      FunctionEntry(
        "auth.profile", result: "{id=, email=, name=, provider=, last_sign_in=}, or nil",
        doc: "Says who signed in on this device last and has not signed out; kept on the device.",
        example: #"auth.sign_up("a@b.example", "password-1")  return auth.profile().email"#)
    ) { api, call in
      guard let profile = try api.profiles.latest() else { return call.lua.result(LuaValue.nil) }
      return call.lua.table(fields: 5) { table in
        table.set("id", profile.userID)
        table.set("email", profile.email)
        table.set("name", profile.name)
        table.set("provider", profile.provider)
        table.set("last_sign_in", profile.lastSignIn)
      }
    }
  }

  /// Keeps the profiles as the change says. A library that may not be written keeps nobody.
  func keepProfiles(_ news: SessionNews) throws {
    guard !device.database.isReadOnly else { return }
    switch (news.change, news.session) {
    case (.signedIn, let session?), (.passwordRecovery, let session?):
      try profiles.signedIn(
        session.userID.text, email: session.email, name: session.name, provider: session.provider)
    case (.userUpdated, let session?):
      try profiles.updated(
        session.userID.text, email: session.email, name: session.name, provider: session.provider)
    // Whom the cloud wants to sign in again is still the one whose device this is.
    case (.signedOut, let session) where session?.isAccountGone ?? true: try profiles.clear()
    default: break
    }
  }
}
