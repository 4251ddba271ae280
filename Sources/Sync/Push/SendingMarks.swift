import ChangeQueue
import Schema
import Store

/// The entries of one table that a push takes along, to be marked as being sent: by one statement
/// for all of them, unless some in between stay.
struct SendingMarks {
  /// What may be sent: ?1 the table, ?2 whether pauses are over, ?3 the time. Read by id, hence
  /// the plus: the index of tables would make it a sort.
  static let condition = """
    +table_name = ?1 AND state = 'ready' AND stamp IS NOT NULL
      AND (?2 OR not_before_ms IS NULL OR not_before_ms <= ?3)
    """

  private let table: SyncedTable
  private let isForced: Bool
  private let now: Int64
  private var plain: [Int64] = []
  private var whole: [QueueEntry] = []
  private var areAll = true

  init(_ table: SyncedTable, isForced: Bool, now: Int64) {
    self.table = table
    self.isForced = isForced
    self.now = now
  }

  func bind(_ statement: Statement) {
    statement.bind(1, table.name)
    statement.bind(2, Int64(isForced ? 1 : 0))
    statement.bind(3, now)
  }

  /// An entry that could be sent stays.
  mutating func skip() { areAll = false }

  /// An entry goes; `entry` where more of it changes than its state.
  mutating func add(_ id: Int64, _ entry: QueueEntry?) {
    if let entry { whole.append(entry) } else { plain.append(id) }
  }

  func write(to database: UserDatabase) throws {
    for entry in whole { try database.update(entry) }
    guard let first = plain.first, let last = plain.last else { return }
    if areAll {
      let statement = try database.connection.cached(
        """
        UPDATE sync_queue SET state = 'sending', was_sent = 1
        WHERE id BETWEEN ?4 AND ?5 AND \(Self.condition)
        """)
      bind(statement)
      statement.bind(4, first)
      statement.bind(5, last)
      return try statement.run()
    }
    for id in plain {
      try database.connection.run(
        "UPDATE sync_queue SET state = 'sending', was_sent = 1 WHERE id = ?1", .integer(id))
    }
  }
}
