package import ChangeQueue

/// What became of a change that a person gave up, and of what waited for it. Nothing is lost: every
/// value is in the cloud, in a conflict, in the trash, or still here.
package struct Discarded: Sendable, Hashable {
  /// What becomes of a row.
  package enum Fate: String, Sendable {
    /// It is as the cloud has it; values that differed are kept as conflicts.
    case asInCloud = "as_in_cloud"
    /// The cloud does not have it: it is in the trash of this device, and can be restored.
    case inTrash = "in_trash"
    /// The cloud does not have it, and it has no trash, as it never dies: it is in the table
    /// leftovers of this device.
    case inLeftovers = "in_leftovers"
    /// It no longer names the row that went, and is sent without it.
    case freed
    /// Nothing keeps it from being sent any more.
    case ready
  }

  /// A queued change that hung on it.
  package struct Dependant: Sendable, Hashable {
    /// Its row.
    package let row: RowHandle
    /// What becomes of that row.
    package let fate: Fate
  }

  /// The row of the change.
  package let row: RowHandle
  /// What becomes of it.
  package internal(set) var fate = Fate.asInCloud
  /// Values that were kept as conflicts.
  package internal(set) var conflicts = 0
  /// What waited for it.
  package internal(set) var dependants: [Dependant] = []
}
