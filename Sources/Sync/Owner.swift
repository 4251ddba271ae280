import ChangeQueue
import Schema
import Store

extension SyncEngine {
  /// A user.db is a guest's or one account's. A guest's becomes the account's at its first sync.
  func settleOwner(_ account: String) throws {
    let owner = try database.state(.owner)
    if owner == account { return }
    if let owner { throw SyncError.otherOwner(owner: owner) }
    try database.write {
      try database.setState(.owner, account)
      try forgetCloud()
      try database.setState(.fullPull, FullPull.first.rawValue)
      try database.setState(.offersDue, "1")
      try setRunsAside()
    }
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
