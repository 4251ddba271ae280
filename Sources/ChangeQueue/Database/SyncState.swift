package import Store

/// The keys of `sync_state`: what sync must remember between two runs.
package enum SyncStateKey: String, Sendable, CaseIterable {
  case deviceID = "device_id"
  /// Machine and path that the device id was drawn for.
  case deviceBinding = "device_binding"
  case highWater = "high_water"
  case skewMilliseconds = "skew_ms"
  /// The account that the file belongs to; absent for a guest.
  case owner
  /// Set where that account is of the profile's own cloud, in this process: it binds nobody who
  /// leaves for another cloud.
  case ownerIsHere = "owner_is_here"
  /// Which cloud the cursor and the acknowledgements are of.
  case cloudID = "cloud_id"
  case cursor
  /// The newest `seq.mark` the device was ever given.
  case newest
  /// A full pull and what it is for: `first`, `reset`, `stale` or `verify`.
  case fullPull = "full_pull"
  /// Set when every row of a full pull is here, and what is missing is to be asked for.
  case fullPullCopied = "full_pull_copied"
  /// Set when rows without acknowledgement may lack a queue entry.
  case offersDue = "offers_due"
  case purgedBelow = "purged_below"
  /// What the cloud had purged when a verification began to read it.
  case verifiedPurge = "verified_purge"
  /// Up to which number what the cloud purged is purged here.
  case purgedHere = "purged_here"
  case lastSyncAt = "last_sync_at"
  /// What ended the last sync early, in words; absent where it reached its end.
  case lastError = "last_error"
  /// Its kind: `offline`, `not_signed_in`, …
  case lastErrorKind = "last_error_kind"
  /// How many syncs in a row the cloud did not answer as it should.
  case failures
  /// Before this time nothing that nobody asked for is sent: full jitter, or the cloud's own word.
  case retryAt = "retry_at"
  /// The form of the tables when rows of a newer cloud were last put aside, or looked at again.
  case asideForm = "aside_form"
  /// Set when what lay aside was taken: what it was may be told by digests alone.
  case verifyDue = "verify_due"
  /// The secrets of the keys that texts are sealed with, by key id. They never leave this file, not
  /// even with a copy of it.
  case sealingKeys = "sealing_keys"
  /// How far what the cloud has was queued to be sealed: table and row; absent where all was.
  case sealingWalk = "sealing_walk"
  /// The cloud that is known to compare sealed values.
  case sealingCloud = "sealing_cloud"
  case initialMigrationComplete = "initial_migration_complete"
}

extension UserDatabase {
  /// What is kept under the key; nil for nothing.
  package func state(_ key: SyncStateKey) throws(StoreError) -> String? {
    try connection.first("SELECT value FROM sync_state WHERE key = ?1", .text(key.rawValue)) {
      $0.text(0)
    }
  }

  /// Nil removes it.
  package func setState(_ key: SyncStateKey, _ value: String?) throws(StoreError) {
    if let value {
      try connection.run(
        """
        INSERT INTO sync_state(key, value) VALUES(?1, ?2)
        ON CONFLICT(key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
        """, .text(key.rawValue), .text(value))
    } else {
      try connection.run("DELETE FROM sync_state WHERE key = ?1", .text(key.rawValue))
    }
  }
}
