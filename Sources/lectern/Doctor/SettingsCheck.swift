import Cloud
import Sync
import World

/// What a project elsewhere lets people do, beside what `lectern supabase` sets up.
struct SettingsCheck {
  private let link: CloudLink

  init(_ link: CloudLink) { self.link = link }

  /// Nothing where it cannot be asked: what keeps it from answering is told of elsewhere.
  func findings() -> [Finding] {
    guard case .remote = link.place, let account = link.keeper?.account else { return [] }
    let settings: PublicSettings
    do throws(CloudError) { settings = try account.settings() } catch { return [] }
    return [signIn(settings), signUp(settings), codes(settings)].compactMap { $0 }
      + providers(settings)
  }

  private func signIn(_ settings: PublicSettings) -> Finding? {
    settings.providers.contains("email")
      ? nil : .wrong("sign-in", "nobody signs in by e-mail there", cure: Self.setUp)
  }

  private func signUp(_ settings: PublicSettings) -> Finding? {
    settings.refusesSignUps
      ? .note("sign-up", "the project takes no new accounts", cure: "enable_signup, " + Self.setUp)
      : nil
  }

  private func codes(_ settings: PublicSettings) -> Finding? {
    settings.confirmsByItself
      ? .note(
        "codes", "an address is believed without a code from a mail",
        cure: "enable_confirmations, " + Self.setUp)
      : nil
  }

  private func providers(_ settings: PublicSettings) -> [Finding] {
    Account.Provider.allCases.map(\.rawValue).map { name in
      settings.providers.contains(name)
        ? .fine(name, "people may sign in with it")
        : .note(name, "nobody signs in with it: it is not set up", cure: Self.setUp)
    }
  }

  private static let setUp = "see SETUP.md of 'lectern supabase DIR'"
}
