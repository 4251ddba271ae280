import ChangeQueue
import Schema
import Store
import Vocabulary

/// What is stored of a plan that is followed.
struct PlanStanding {
  var startedOn: Day?
  var pausedOn: Day?
  var isActive = false
  /// Whether it was given up, and not begun since.
  var hasEnded = false
  /// By day.
  var completed: [PlanProgress.CompletedDay] = []

  var isFollowed: Bool {
    !hasEnded && (startedOn != nil || isActive || !completed.isEmpty)
  }

  /// The days that a rest has taken from a plan until today: before it begins, none.
  static func rest(from start: Day?, _ pausedOn: Day?, _ today: Day) -> Int64 {
    guard let pausedOn else { return 0 }
    return max(0, today.number - max(pausedOn, start ?? pausedOn).number)
  }
}

extension Plans {
  var today: Day { get throws { Day(try database.now()) } }

  static func date(_ text: String) throws(LibraryError) -> Day {
    guard let date = Day(text) else { throw .plan(.badDate(text)) }
    return date
  }

  /// Files of the app know the date of the active plan only; of others the first day that was read
  /// tells.
  func standing(_ id: String) throws -> PlanStanding {
    var standing = PlanStanding()
    standing.hasEnded = try hasEnded(id)
    // Days that another device read before it heard of the end are of no run that goes on.
    if standing.hasEnded { return standing }
    standing.completed = try database.read {
      try database.connection.all(
        """
        SELECT day_num, completed_at FROM plan_progress
        WHERE plan_id = ?1 AND run = ?2 AND completed_at IS NOT NULL
        ORDER BY day_num
        """, .text(id), .integer(try currentRun(id))
      ) { PlanProgress.CompletedDay(day: Int($0.integer(0)), at: $0.text(1)) }
    }
    standing.isActive = try value(.active) == id
    standing.pausedOn = try date(.paused(plan: id))
    standing.startedOn = try date(.start(plan: id))
    if standing.startedOn == nil, standing.isActive {
      standing.startedOn = try date(.activeStart)
    }
    if standing.startedOn == nil, let first = standing.completed.map(\.at).min() {
      standing.startedOn = Instant(first).map { Day($0) }
    }
    return standing
  }

  func isFollowed(_ id: String) throws -> Bool { try standing(id).isFollowed }

  func requireStarted(_ progress: PlanProgress) throws(LibraryError) {
    if progress.state == .notStarted { throw .plan(.notStarted(id: progress.id)) }
  }

  /// Days since a plan rests.
  func rest(_ standing: PlanStanding) throws -> Int64 {
    PlanStanding.rest(from: standing.startedOn, standing.pausedOn, try today)
  }

  /// Changes a plan that is followed.
  func changing(_ id: String, _ change: (PlanStanding) throws -> Void) throws -> PlanProgress {
    try database.write {
      let standing = try standing(id)
      guard standing.isFollowed else {
        _ = try get(id)
        throw LibraryError.plan(.notStarted(id: id))
      }
      try change(standing)
    }
    return try progress(id)
  }

  /// Sets when a plan was begun, and ends its rest.
  func set(_ id: String, start: Day) throws {
    try set(.start(plan: id), start.text)
    try set(.paused(plan: id), nil)
    if try value(.active) == id { try set(.activeStart, start.text) }
  }

  /// Ends a plan: nothing of it stays but the number of its run.
  func end(_ id: String) throws {
    try beginRun(id)
    try set(.start(plan: id), nil)
    try set(.paused(plan: id), nil)
    if try value(.active) == id { try endActive() }
  }

  /// Makes no plan the active one.
  func endActive() throws {
    try set(.active, nil)
    try set(.activeStart, nil)
  }

  /// Begins the next run, as one change. A run in which this device has seen nothing read goes on,
  /// so that whoever begins twice takes no days from those that began with it.
  func beginRun(_ id: String) throws {
    try database.beginRuns(of: database.catalog["plan_progress"], named: id)
  }

  func currentRun(_ id: String) throws -> Int64 { try database.currentRun(Self.runPrefix + id) }

  /// Before the id of a plan, as the name of its runs.
  static let runPrefix = "plan:"
}
