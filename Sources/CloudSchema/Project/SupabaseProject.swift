package import Schema

/// The folder that deploys to a Supabase project: what `lectern supabase` writes.
///
/// Its owner edits it afterwards: names, addresses, words of the mails. What is secret stands in
/// the environment, so the folder may be kept under version control, and should be.
package struct SupabaseProject: Sendable {
  /// One file of it.
  package struct File: Sendable, Equatable {
    /// From the top of the folder, with slashes.
    package let path: String
    /// All of it.
    package let text: String
  }

  /// Folders before what lies deeper, migrations in the order in which they are applied.
  package let files: [File]

  /// The folder for a catalog's cloud.
  package init(_ catalog: Catalog) {
    let migrations = [
      File(path: "supabase/migrations/20261130000000_lectern_ground.sql", text: Self.ground),
      File(
        path: "supabase/migrations/\(CloudMigration.version)_lectern.sql",
        text: CloudMigration(catalog).sql),
    ]
    let mails = Mail.all.map { mail in
      File(path: "supabase/templates/\(mail.name).html", text: mail.text)
    }
    files =
      [File(path: "SETUP.md", text: Self.setup), File(path: "supabase/config.toml", text: config)]
      + migrations + [
        File(
          path: "supabase/functions/\(DeletionFunction.name)/index.ts",
          text: DeletionFunction(catalog).text)
      ] + mails
  }

  private static let ground = """
    -- For a PostgreSQL without Supabase around it; on Supabase this does nothing.
    """ + "\n" + CloudMigration.ground
}

/// The settings of the project. What the CLI cannot know comes from the environment.
///
/// Source: https://supabase.com/docs/guides/cli/config
private let config = """
  # The settings of a cloud for Lectern, for `supabase config push` and `supabase start`.
  # `env(NAME)` is read from the environment; SETUP.md says what goes there.
  project_id = "lectern"

  [api]
  enabled = true
  port = 54321
  # Only what stands in "public" can be called. The schema "lectern" must not be listed here.
  schemas = ["public"]
  extra_search_path = ["public", "extensions"]
  max_rows = 1000

  [db]
  port = 54322
  shadow_port = 54320
  # As the hosted project has it: `SHOW server_version;`
  major_version = 15

  [auth]
  enabled = true
  # Mails carry a code and no link, so this is only where a browser ends up that was sent nowhere.
  site_url = "http://127.0.0.1:3000"
  # Where a sign-in in a browser may come back to: any port of this computer, and your app's scheme.
  additional_redirect_urls = ["http://127.0.0.1:*/**", "http://localhost:*/**"]
  jwt_expiry = 3600
  enable_refresh_token_rotation = true
  refresh_token_reuse_interval = 10
  enable_signup = true
  enable_anonymous_sign_ins = false
  enable_manual_linking = false
  minimum_password_length = 8
  password_requirements = "letters_digits"

  [auth.email]
  enable_signup = true
  # A new address counts once both the old and the new one have confirmed it.
  double_confirm_changes = true
  enable_confirmations = true
  otp_length = 6
  otp_expiry = 3600

  \(Mail.all.map(\.settings).joined(separator: "\n\n"))

  \(DeletionFunction.settings)

  [auth.external.apple]
  enabled = true
  # All that identity tokens may be made out to: the Services ID first, then the app's bundle id.
  client_id = "env(SUPABASE_AUTH_EXTERNAL_APPLE_CLIENT_ID)"
  secret = "env(SUPABASE_AUTH_EXTERNAL_APPLE_SECRET)"
  skip_nonce_check = false

  [auth.external.google]
  enabled = true
  # The web client first, then the iOS client, with a comma and no space: web,ios
  client_id = "env(SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID)"
  secret = "env(SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET)"
  # Google's own sign-in on iOS puts a nonce into the token that nobody else gets to see.
  skip_nonce_check = true

  [auth.external.facebook]
  enabled = false

  """
