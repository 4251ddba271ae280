package import ChangeQueue
import Cloud
import Schema
import Store
package import Vocabulary

/// What the next sync would send and take. Nothing is changed by asking, here or in the cloud.
package struct SyncPlan: Sendable {
  /// What becomes of a queued change.
  package enum Action: String, Sendable {
    case send
    /// Until its parent, or the account's own rows, have come through.
    case wait
    case parked
  }

  /// What becomes of a row here.
  package enum Arrival: String, Sendable {
    case add, change, delete
    /// Belongs to a table that this program does not know: kept aside.
    case unknown
  }

  /// A row that would come.
  package struct Incoming: Sendable, Hashable {
    /// Its table.
    package let table: String
    /// Its name in the cloud.
    package let id: String
    /// Its id here; nil for one that is not here.
    package let localID: Int64?
    /// What becomes of it.
    package let arrival: Arrival
    /// Whether changes of it wait here: the two are joined.
    package let isQueued: Bool
  }

  /// Queued changes in the order in which they would go, each row's in one.
  package internal(set) var push: [(entry: QueueEntry, action: Action)] = []
  /// Rows of the first page.
  package internal(set) var pull: [Incoming] = []
  /// Whether the cloud has more than that page.
  package internal(set) var hasMore = false
  /// Whether everything is pulled anew: at the first sync, or as the cloud has another past.
  package internal(set) var isFull = false
  /// Why the cloud could not be asked; nil where it could.
  package internal(set) var error: (any Explained)?
}

extension SyncEngine {
  /// Plans the next sync: one request, which stores nothing here.
  package func plan() throws -> SyncPlan {
    guard !isRunning else { throw SyncError.underWay }
    var plan = SyncPlan()
    refusedNow = []
    try planPush(&plan)
    do { try planPull(&plan) } catch let error as any Explained { plan.error = error }
    return plan
  }

  private struct DryRun: Error {}

  private func planPush(_ plan: inout SyncPlan) throws {
    var push = plan.push
    do {
      try database.write {
        _ = try database.compactQueue()
        if try owner() != nil, try fullPull() == nil { try offerUnacknowledged() }
        var blocked = try blockedRows(surroundings.now().milliseconds, isForced: true)
        let isFirst = try owner() == nil || fullPull() == .first
        for table in catalog.tables {
          for entry in try database.entries(table: table.name) {
            push.append((entry, try action(entry, table, &blocked, isFirst: isFirst)))
          }
        }
        throw DryRun()
      }
    } catch is DryRun {}
    plan.push = push
  }

  private func action(
    _ entry: QueueEntry, _ table: SyncedTable, _ blocked: inout Set<RowHandle>, isFirst: Bool
  ) throws -> SyncPlan.Action {
    if entry.state == .parked { return .parked }
    if isFirst, table.isMonotone { return .wait }
    let sent = PushBatch.Sent(
      id: entry.id, table: table, localID: entry.localID, cloudID: entry.cloudID,
      operation: entry.operation.rawValue)
    return try !blocked.isEmpty && waits(sent, for: &blocked) ? .wait : .send
  }

  /// Only the first page: asking on from its end would tell the cloud that this device has it.
  private func planPull(_ plan: inout SyncPlan) throws {
    let account = try cloud.account()
    let owner = try self.owner()
    if let owner, owner != account { throw SyncError.otherOwner(owner: owner) }
    plan.isFull = try owner == nil || cursor() == nil || fullPull() != nil
    let body = try cloud.call("sync_pull", body: try pullRequest())
    let reply = try PullReply(body)
    guard reply.status == .page else {
      plan.isFull = true
      plan.hasMore = true
      return
    }
    plan.hasMore = reply.hasMore
    for json in try parseReply("sync_pull", body)["rows"]?.array ?? [] {
      plan.pull.append(try incoming(PulledRow(json)))
    }
  }

  private func incoming(_ row: PulledRow) throws -> SyncPlan.Incoming {
    guard let table = catalog[row.table], let version = row.version(in: table) else {
      return SyncPlan.Incoming(
        table: row.table, id: row.id.text, localID: nil, arrival: .unknown, isQueued: false)
    }
    let localID = try database.localID(of: row.name)
    let isDead = version[.deletedAt].map { $0.value != .null } ?? false
    let isQueued = try localID.map {
      try !database.entries(of: table.name, localID: $0).isEmpty
    }
    return SyncPlan.Incoming(
      table: table.name, id: row.id.text, localID: localID,
      arrival: isDead ? .delete : localID == nil ? .add : .change, isQueued: isQueued ?? false)
  }
}
