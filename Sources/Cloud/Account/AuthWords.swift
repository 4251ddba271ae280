/// What a person can do about what Auth refused, by its code.
///
/// Source: https://supabase.com/docs/guides/auth/debugging/error-codes
enum AuthWords {
  /// The cure; nil for a code that is none of Auth's.
  static func hint(for code: String) -> String? {
    switch code {
    case "invalid_credentials": "check email and password"
    case "email_not_confirmed":
      "type the code of the mail: auth.verify(email, code); auth.resend(email) sends another"
    case "otp_expired":
      "it is wrong, used, too old, or a newer one was sent: ask for another and type that"
    case "otp_disabled": "nobody has an account with it: auth.sign_up(email, password) makes one"
    case "user_already_exists", "email_exists":
      "sign in with auth.sign_in(email, password), or auth.reset_password(email)"
    case "weak_password": "choose a longer one, with more kinds of characters"
    case "same_password": "choose another than the one you have"
    case "reauthentication_needed":
      "auth.reauthenticate() mails a code: auth.change_password(new, {code=})"
    case "reauthentication_not_valid": "auth.reauthenticate() mails another code"
    case "signup_disabled", "email_provider_disabled", "anonymous_provider_disabled":
      "the project's owner has switched that off"
    case "email_address_not_authorized", "email_address_invalid":
      "use another address, or ask the project's owner: it sends mail to some addresses only"
    case "user_banned": "ask the project's owner"
    case "captcha_failed", "captcha_protection_enabled":
      "this project asks for a captcha, which a console cannot show: its owner can switch it off"
    default: identityHint(for: code)
    }
  }

  private static func identityHint(for code: String) -> String? {
    switch code {
    case "provider_disabled":
      "the project's owner has not set that provider up; auth.providers() lists what there is"
    case "provider_email_needs_verification":
      "verify the address with the provider; if a mail came, auth.verify(email, code)"
    case "invalid nonce": "give the raw nonce whose SHA-256 the provider was sent"
    case "invalid request", "bad_id_token": "ask the provider for a new token, and use it at once"
    case "bad_code_verifier": "exchange it with the verifier of the same auth.authorize_url"
    case "flow_state_not_found", "flow_state_expired", "bad_oauth_state":
      "begin again: a code works once, for five minutes"
    default: nil
    }
  }

  /// What a limit is on; nil where the code names none.
  static func limit(_ code: String) -> String? {
    switch code {
    case "over_email_send_rate_limit": "it sends no more mail for now"
    case "over_request_rate_limit": "too many requests came from this address"
    case "captcha_failed": "it wants a captcha, which a console cannot show"
    default: nil
    }
  }
}
