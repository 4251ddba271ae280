/// The end of an account.
extension Account {
  /// The function that ends it. It needs more rights than a person has, so it runs in the cloud.
  package static let deletionFunction = "delete-user-data"

  /// Has the account of a token deleted: its rows, its files, then the account. One that is gone
  /// already counts as deleted, so that a call whose answer was lost may be repeated.
  ///
  /// Errors: `refused` with `session_not_found` where the session was ended elsewhere; 404 where
  /// the function was not deployed; what kept it from its end, and then it may be called again.
  package func delete(token: String) throws(CloudError) {
    do throws(CloudError) {
      try asking(.deleteAccount) { () throws(CloudError) in
        _ = try project.send(
          "POST", "/functions/v1/\(Self.deletionFunction)", body: nil, token: token)
      }
    } catch .refused(_, "user_not_found", _) {}
  }
}
