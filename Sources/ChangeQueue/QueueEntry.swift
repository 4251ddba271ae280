package import Schema
package import Vocabulary

/// An edit of one row that the cloud has not confirmed.
package struct QueueEntry: Sendable, Hashable {
  package enum Operation: String, Sendable, CaseIterable {
    case insert = "INSERT"
    case update = "UPDATE"
    /// An update whose `deleted_at` is set.
    case delete = "DELETE"
  }

  package enum State: String, Sendable, CaseIterable { case ready, sending, parked }

  package let id: Int64
  package var operation: Operation
  package let table: String
  package var localID: Int64
  package let cloudID: RecordID
  package var edits: [CellKey: CellEdit]
  package var state: State
  package var attempts: Int
  package var wasSent: Bool
  package var wall: Instant
  package var notBefore: Instant?
  package var errorCode: String?
  package var lastError: String?

  package init(
    id: Int64, operation: Operation, table: String, localID: Int64, cloudID: RecordID,
    edits: [CellKey: CellEdit], state: State = .ready, attempts: Int = 0, wasSent: Bool = false,
    wall: Instant, notBefore: Instant? = nil, errorCode: String? = nil, lastError: String? = nil
  ) {
    self.id = id
    self.operation = operation
    self.table = table
    self.localID = localID
    self.cloudID = cloudID
    self.edits = edits
    self.state = state
    self.attempts = attempts
    self.wasSent = wasSent
    self.wall = wall
    self.notBefore = notBefore
    self.errorCode = errorCode
    self.lastError = lastError
  }

  package var name: RowName { RowName(table: table, id: cloudID) }

  package var isDeletion: Bool { edits[.deletedAt].map { $0.value != .null } ?? false }

  /// What it is called: an INSERT stays one until the cloud has the row.
  package var fittingOperation: Operation {
    operation == .insert ? .insert : isDeletion ? .delete : .update
  }
}

/// One changed cell of a queue entry.
///
/// `value` is as the device stores it: a reference is a local id. Elements are true or false.
package struct CellEdit: Sendable, Hashable {
  package var value: JSONValue
  package var old: JSONValue?
  package var stamp: Stamp
  /// The stamp the edit was made on; zero for none.
  package var base: Stamp
  /// What the device's own clock showed.
  package var wall: Instant
  /// The stamps it was sent with that the cloud has not answered: they count as seen.
  package var sent: [Stamp]

  package init(
    _ value: JSONValue, old: JSONValue? = nil, stamp: Stamp, base: Stamp = .zero, wall: Instant,
    sent: [Stamp] = []
  ) {
    self.value = value
    self.old = old
    self.stamp = stamp
    self.base = base
    self.wall = wall
    self.sent = sent
  }
}
