package import Schema
package import Vocabulary

/// An edit of one row that the cloud has not confirmed.
package struct QueueEntry: Sendable, Hashable {
  /// What becomes of the row.
  package enum Operation: String, Sendable, CaseIterable {
    case insert = "INSERT"
    case update = "UPDATE"
    /// An update whose `deleted_at` is set.
    case delete = "DELETE"
  }

  /// Whether it waits, is under way, or needs a person.
  package enum State: String, Sendable, CaseIterable { case ready, sending, parked }

  /// Rises with each entry.
  package let id: Int64
  /// What becomes of the row.
  package var operation: Operation
  /// The row's table.
  package let table: String
  /// The row's id on this device.
  package var localID: Int64
  /// The name the row has in the cloud.
  package let cloudID: RecordID
  /// What changed, cell by cell.
  package var edits: [CellKey: CellEdit]
  /// Whether it waits, is under way, or needs a person.
  package var state: State
  /// Pushes that the cloud refused it in.
  package var attempts: Int
  /// Whether it went out at least once, answered or not.
  package var wasSent: Bool
  /// What the device's own clock showed at the latest edit.
  package var wall: Instant
  /// The earliest time of its next push; nil for any.
  package var notBefore: Instant?
  /// The SQLSTATE or code of the last refusal.
  package var errorCode: String?
  /// The words of the last refusal.
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

  /// The row's name in the cloud.
  package var name: RowName { RowName(table: table, id: cloudID) }

  /// Whether the row is put into the trash.
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
  /// The new value.
  package var value: JSONValue
  /// What stood there before; nil where nothing did.
  package var old: JSONValue?
  /// When it was edited.
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
