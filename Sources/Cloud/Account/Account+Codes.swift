import Vocabulary

/// What goes by a code in a mail: six digits, good once and for an hour.
extension Account {
  /// What a code was sent for.
  package enum CodeKind: String, Sendable, CaseIterable {
    /// A new account whose address is not confirmed.
    case signup
    /// A sign-in without a password; a new account too.
    case email
    /// A forgotten password.
    case recovery
    /// A new address; each of the two addresses has a code of its own.
    case emailChange = "email_change"
  }

  /// What a code did.
  package enum Verified: Sendable, Equatable {
    case signedIn(Session)
    /// One half of a change of address: the code sent to the other address is missing.
    case otherHalfMissing
  }

  /// Uses up a code. Errors: `badValue` before anything is sent; `refused` with `otp_expired` for a
  /// code that is wrong, used, superseded or too old: the cloud does not tell which.
  package func verify(
    email: String, code: String, as kind: CodeKind
  ) throws(CloudError) -> Verified {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try Credentials.check("code", Credentials.problem(inCode: code))
    let answer = try post(
      "verify",
      JSONObject([
        ("type", .string(kind.rawValue)), ("email", .string(email)), ("token", .string(code)),
      ]))
    if answer["access_token"] == nil, answer["msg"] != nil { return .otherHalfMissing }
    return .signedIn(try session(from: answer))
  }

  /// Has the code of a sign-up or of a change of address sent again; the earlier one is void.
  ///
  /// Done also where nobody has that address: the cloud does not tell.
  package func resend(email: String, as kind: CodeKind) throws(CloudError) {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try asking(.resend) { () throws(CloudError) in
      _ = try post(
        "resend", JSONObject([("type", .string(kind.rawValue)), ("email", .string(email))]))
    }
  }

  /// Sends a code to sign in with. It never makes an account: `refused` with `otp_disabled`.
  package func sendCode(email: String) throws(CloudError) {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try asking(.sendCode) { () throws(CloudError) in
      _ = try post("otp", JSONObject([("email", .string(email)), ("create_user", false)]))
    }
  }

  /// Sends a code to a person who forgot the password. Done also where nobody has that address.
  package func resetPassword(email: String) throws(CloudError) {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    try asking(.resetPassword) { () throws(CloudError) in
      _ = try post("recover", JSONObject([("email", .string(email))]))
    }
  }
}
