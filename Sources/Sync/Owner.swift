import ChangeQueue
import Schema
import Store

extension SyncEngine {
  /// The account that the library belongs to; nil for a guest's, and where it was one of the
  /// profile's own cloud and goes to another now: that is a first upload.
  package func owner() throws -> String? {
    let isHere = try database.state(.ownerIsHere) != nil
    return isHere && !cloud.isOwnCloud ? nil : try database.state(.owner)
  }

  /// A user.db is a guest's or one account's. A guest's becomes the account's that signs in.
  ///
  /// Errors: `otherOwner`. A sync asks too: a session may come from elsewhere than a sign-in.
  func settleOwner(_ account: String) throws {
    let owner = try owner()
    let isHere = cloud.isOwnCloud ? "1" : nil
    if owner == account {
      guard isHere != nil, try database.state(.ownerIsHere) == nil else { return }
      return try database.write { try database.setState(.ownerIsHere, isHere) }
    }
    if let owner { throw SyncError.otherOwner(owner: owner) }
    try database.write { try belong(to: account) }
  }

  /// Cursor, acknowledgements and shelf belong to (cloud, account).
  func forgetCloud() throws {
    for key in [
      SyncStateKey.cursor, .newest, .fullPull, .fullPullCopied, .purgedBelow, .purgedHere,
      .cloudID, .initialMigrationComplete,
    ] { try database.setState(key, nil) }
    try connection.run("DELETE FROM sync_shelf")
    try connection.run("DELETE FROM sync_unknown")
    for table in catalog.tables {
      try connection.run(
        "UPDATE \(table.name) SET seq = NULL WHERE seq IS NOT NULL AND seq <> -1")
    }
  }
}
