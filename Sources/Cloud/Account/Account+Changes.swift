import Vocabulary

/// What a signed-in person changes of the own account. Each needs a token.
extension Account {
  /// Sets the display name, or takes it away.
  package func rename(to name: String?, token: String) throws(CloudError) -> AccountProfile {
    let name = name.map { JSONValue.string($0) } ?? .null
    return try profile(from: try put("user", JSONObject([("data", ["name": name])]), token: token))
  }

  /// Sets a password; every other session of the person ends.
  ///
  /// - Parameter nonce: the code that `reauthenticate` had sent, where the cloud asks for one:
  ///   `refused` with `reauthentication_needed`.
  package func changePassword(
    to password: String, nonce: String? = nil, token: String
  ) throws(CloudError) -> AccountProfile {
    try Credentials.check("password", Credentials.problem(inPassword: password))
    if let nonce { try Credentials.check("code", Credentials.problem(inCode: nonce)) }
    var form = JSONObject([("password", .string(password))])
    if let nonce { form["nonce"] = .string(nonce) }
    return try profile(from: try put("user", form, token: token))
  }

  /// Has a code sent that shows that the person is there.
  package func reauthenticate(token: String) throws(CloudError) {
    _ = try get("reauthenticate", token: token)
  }

  /// Asks for another address. It holds once the codes that were mailed are used: one to the new
  /// address, and one to the old where the project is set so.
  package func changeEmail(to email: String, token: String) throws(CloudError) -> AccountProfile {
    try Credentials.check("email", Credentials.problem(inEmail: email))
    return try asking(.changeEmail) { () throws(CloudError) in
      try profile(from: try put("user", JSONObject([("email", .string(email))]), token: token))
    }
  }
}
