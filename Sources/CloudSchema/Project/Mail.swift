/// A mail that Auth sends. All show the six digits, which are typed where they were asked for.
///
/// Source: https://supabase.com/docs/guides/auth/auth-email-templates
struct Mail {
  /// What Auth calls it; also the file's name.
  let name: String
  let subject: String
  /// What the code does, as a sentence before it.
  let lead: String
  /// What to do if nobody asked for it.
  let otherwise: String

  static let all = [
    Mail(
      name: "confirmation", subject: "Your code to confirm this address",
      lead: "Welcome. This code confirms that {{ .Email }} is yours:",
      otherwise: "If you did not sign up, do nothing: without the code there is no account."),
    Mail(
      name: "magic_link", subject: "Your code to sign in",
      lead: "This code signs you in:",
      otherwise: "If you did not ask for it, do nothing: nobody gets in without the code."),
    Mail(
      name: "recovery", subject: "Your code to set a new password",
      lead: "This code lets you set a new password:",
      otherwise: "If you did not ask for it, do nothing: your password stays as it is."),
    Mail(
      name: "email_change", subject: "Your code to change the address",
      lead: "This code confirms the change of your address from {{ .Email }} to {{ .NewEmail }}. "
        + "Each of the two gets a code of its own; the change needs both:",
      otherwise: "If you did not ask for it, do nothing, and change your password."),
    Mail(
      name: "reauthentication", subject: "Your code to confirm that it is you",
      lead: "This code confirms that it is you:",
      otherwise: "If you did not ask for it, change your password."),
  ]

  var text: String {
    """
    <!doctype html>
    <html lang="en">
      <body>
        <h2>\(subject)</h2>
        <p>\(lead)</p>
        <p style="font-size: 2em; letter-spacing: 0.2em"><strong>{{ .Token }}</strong></p>
        <p>It is good for one hour, and once.</p>
        <p>\(otherwise)</p>
      </body>
    </html>

    """
  }

  /// Its part of config.toml.
  var settings: String {
    """
    [auth.email.template.\(name)]
    subject = "\(subject)"
    content_path = "./supabase/templates/\(name).html"
    """
  }
}
