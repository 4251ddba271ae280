/// How far a cycle, an import or an export has come.
package struct SyncProgress: Sendable, Hashable {
  /// The two halves of a cycle; the reading and the writing of a file.
  package enum Phase: String, Sendable { case push, pull, reading = "import", writing = "export" }

  /// Which of them it is in.
  package let phase: Phase
  /// The table whose changes go up; nil for a pull, whose pages hold rows of any.
  package let table: String?
  /// What is through. Unit: changes of the table, places in the cloud's order of changes, or what
  /// an import counts: bytes, files or records; rows of an export.
  package let done: Int
  /// What there is to do, as far as is known; 0 where nothing is known yet.
  package let total: Int

  /// One step of a cycle.
  package init(phase: Phase, table: String? = nil, done: Int, total: Int) {
    self.phase = phase
    self.table = table
    self.done = done
    self.total = total
  }
}
