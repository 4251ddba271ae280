import ChangeQueue
import Schema
import Store
import Vocabulary

/// What is stored of a plan that is followed.
struct PlanStanding {
  var startedOn: PlanDate?
  var pausedOn: PlanDate?
  var isActive = false
  /// By day.
  var completed: [PlanProgress.CompletedDay] = []

  var isFollowed: Bool { startedOn != nil || isActive || !completed.isEmpty }
}

extension Plans {
  /// The number of the run that a plan is in; ?1 is its id.
  static let currentRun = "coalesce((SELECT run FROM runs WHERE name = 'plan:' || ?1), 0)"

  var today: PlanDate { PlanDate(database.surroundings.now()) }

  static func date(_ text: String) throws(LibraryError) -> PlanDate {
    guard let date = PlanDate(text) else { throw .plan(.badDate(text)) }
    return date
  }

  /// Files of the app know the date of the active plan only; of others the first day that was read
  /// tells.
  func standing(_ id: String) throws -> PlanStanding {
    var standing = PlanStanding()
    standing.completed = try database.read {
      try database.connection.all(
        """
        SELECT day_num, completed_at FROM plan_progress
        WHERE plan_id = ?1 AND run = \(Self.currentRun) AND completed_at IS NOT NULL
        ORDER BY day_num
        """, .text(id)
      ) { PlanProgress.CompletedDay(day: Int($0.integer(0)), at: $0.text(1)) }
    }
    standing.isActive = try preferences.value(.active) == id
    standing.pausedOn = try preferences.date(.paused(plan: id))
    standing.startedOn = try preferences.date(.start(plan: id))
    if standing.startedOn == nil, standing.isActive {
      standing.startedOn = try preferences.date(.activeStart)
    }
    if standing.startedOn == nil, let first = standing.completed.map(\.at).min() {
      standing.startedOn = Instant(first).map { PlanDate($0) }
    }
    return standing
  }

  func isFollowed(_ id: String) throws -> Bool { try standing(id).isFollowed }

  func requireStarted(_ progress: PlanProgress) throws(LibraryError) {
    if progress.state == .notStarted { throw .plan(.notStarted(id: progress.id)) }
  }

  /// Days since a plan rests.
  func rest(_ standing: PlanStanding) -> Int64 {
    standing.pausedOn.map { max(0, today.day - $0.day) } ?? 0
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
  func set(_ id: String, start: PlanDate) throws {
    try preferences.set(.start(plan: id), start.text)
    try preferences.set(.paused(plan: id), nil)
    if try preferences.value(.active) == id { try preferences.set(.activeStart, start.text) }
  }

  /// Ends a plan: nothing of it stays but the number of its run.
  func end(_ id: String) throws {
    try beginRun(id)
    try preferences.set(.start(plan: id), nil)
    try preferences.set(.paused(plan: id), nil)
    guard try preferences.value(.active) == id else { return }
    try preferences.set(.active, "")
    try preferences.set(.activeStart, nil)
  }

  /// Begins the next run, as one change. A run in which nothing was read goes on.
  func beginRun(_ id: String) throws {
    let connection = database.connection
    let isRead = try connection.first(
      "SELECT 1 FROM plan_progress WHERE plan_id = ?1 AND run = \(Self.currentRun) LIMIT 1",
      .text(id)
    ) { _ in true }
    guard isRead != nil else { return }
    try connection.run(
      """
      INSERT INTO runs(name, run) VALUES('plan:' || ?1, \(Self.currentRun) + 1)
      ON CONFLICT(name) DO UPDATE SET run = excluded.run
      """, .text(id))
  }
}
