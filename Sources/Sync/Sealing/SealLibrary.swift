import ChangeQueue
import Cloud
import Schema
import Store
import Vocabulary

/// What became of a passphrase.
package enum SealingChange: Sendable, Hashable {
  /// It switched sealing on, or took the place of another: all goes up anew at the next syncs.
  case begun
  /// It opened what other devices sealed.
  case opened
  /// Nothing was to be done.
  case known
}

/// How this device stands.
package enum SealingState: String, Sendable {
  /// Texts go up as they are.
  case off
  /// All that this device knows of is sealed under its newest key.
  case on
  /// Texts lie in the cloud that are yet to be sealed under it.
  case sealing
  /// Other devices sealed with a passphrase that this one was not told.
  case locked
}

extension SyncEngine {
  /// Takes a passphrase: switches sealing on where no device did, else opens what they sealed.
  /// `old` given, takes it in the place of that one.
  ///
  /// Needs no network. Errors: `wrongPassphrase`, `noPassphrase`; nothing is changed then.
  package func seal(_ passphrase: String, old: String? = nil) throws -> SealingChange {
    guard !passphrase.isEmpty, old?.isEmpty != true else { throw SyncError.noPassphrase }
    try loadSealing()
    let locks = try locks()
    if let old { return try change(from: old, to: passphrase, locks) }
    if locks.isEmpty && sealing.keys.isEmpty {
      return try database.write { try begin(passphrase, after: locks) }
    }
    return try open(passphrase, locks)
  }

  /// How this device stands with sealing.
  package func sealingState() throws -> SealingState {
    try loadSealing()
    if sealing.isOff { return .off }
    if sealing.isBehind { return .locked }
    let isDue = try database.state(.sealingWalk) != nil || database.state(.verifyDue) != nil
    return isDue ? .sealing : .on
  }

  private func open(_ passphrase: String, _ locks: [SealingLock]) throws -> SealingChange {
    var found: [(SealingLock, [UInt8])] = []
    for lock in locks {
      if let secret = try lock.secret(for: passphrase) { found.append((lock, secret)) }
    }
    guard !found.isEmpty else {
      throw SyncError.wrongPassphrase(isChange: !sealing.isBehind)
    }
    let new = found.filter { lock, _ in !sealing.keys.contains { $0.id == lock.id } }
    guard !new.isEmpty else { return .known }
    try database.write { for (lock, secret) in new { try hold(lock, secret) } }
    return .opened
  }

  private func change(
    from old: String, to passphrase: String, _ locks: [SealingLock]
  ) throws -> SealingChange {
    guard let last = locks.last, let secret = try last.secret(for: old) else {
      throw SyncError.wrongPassphrase(isChange: false)
    }
    if old == passphrase { return try open(passphrase, locks) }
    return try database.write {
      // What lies under the old key must be read on the way.
      try hold(last, secret)
      return try begin(passphrase, after: locks)
    }
  }

  private func begin(_ passphrase: String, after locks: [SealingLock]) throws -> SealingChange {
    let others = locks.map(\.id) + sealing.keys.map(\.id)
    let (lock, secret) = try SealingLock.make(
      for: passphrase, after: others, cost: sealingCost, surroundings)
    try connection.run(
      "INSERT INTO \(Catalog.preferencesTable)(key, value) VALUES(?1, ?2)", .text(lock.key),
      .text(lock.value))
    try hold(lock, secret)
    try database.setState(.sealingWalk, "0.0")
    return .begun
  }

  /// Keeps a key on this device. What lay aside or waited for it is looked at again.
  private func hold(_ lock: SealingLock, _ secret: [UInt8]) throws {
    let text = try database.state(.sealingKeys)
    var keys = try text.map { try JSONValue(parsing: $0).object ?? JSONObject() } ?? JSONObject()
    keys[lock.id] = .string(Base64URL.encode(secret))
    try database.setState(.sealingKeys, JSONValue.object(keys).text)
    try database.setState(.verifyDue, "1")
    try connection.run(
      "UPDATE sync_queue SET not_before_ms = NULL WHERE error_code = ?1",
      .text(RetryTable.unsealed))
  }

  // MARK: - What a sync says of it

  /// Refuses to send to a cloud that does not know which of two sealed values stands.
  func checkSealingCloud() throws {
    guard sealing.active != nil else { return }
    let known = try database.state(.cloudID)
    if let known, try database.state(.sealingCloud) == known { return }
    let reply: JSONValue
    do throws(CloudError) {
      let body = try cloud.call("sync_describe", body: Array("{}".utf8))
      do { reply = try JSONValue(parsing: body) } catch {
        throw .unreadable(status: 200, reason: "no JSON")
      }
    } catch {
      guard case .refused(_, let code, _) = error, ["PGRST202", "42883"].contains(code) else {
        throw error
      }
      throw SyncError.cloudCannotSeal
    }
    if reply["status"]?.string == "not_entitled" { throw SyncError.notEntitled }
    guard let version = reply["version"]?.string, version >= Catalog.sealingVersion else {
      throw SyncError.cloudCannotSeal
    }
    guard let known else { return }
    try database.write { try database.setState(.sealingCloud, known) }
  }

  /// What keeps rows or changes closed; nil for nothing.
  func sealingTrouble() throws -> SyncError? {
    if sealing.isBehind { return .passphraseMissing }
    let missing = Set(sealing.known).subtracting(sealing.keys.map(\.id))
    let closed = try connection.all(
      """
      SELECT table_name, cloud_id, row_json FROM sync_unknown
      WHERE instr(row_json, '\(SealedText.mark)') ORDER BY table_name, cloud_id LIMIT 100
      """
    ) { (table: $0.text(0), id: $0.text(1), json: $0.text(2)) }
    for row in closed {
      guard let table = catalog[row.table],
        case let pulled = try PulledRow(try JSONValue(parsing: row.json)),
        try open(pulled, in: table).row == nil
      else { continue }
      if missing.contains(where: { row.json.contains("\(SealedText.mark)\($0):") }) {
        return .passphraseMissing
      }
      return .sealedUnreadable(table: row.table, id: row.id)
    }
    return nil
  }
}
