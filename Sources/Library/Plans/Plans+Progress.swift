import ChangeQueue
import Schema
import Store
import Vocabulary

/// Following a plan.
///
/// | state | begun on | rests since | days read |
/// |---|---|---|---|
/// | begin | the date, or today | – | as they are: none |
/// | begin one that is followed | as it was, or the date | – | as they are |
/// | begin anew | the date, or today | – | none: a new run |
/// | pause | as it was | today | as they are |
/// | resume | later by the rest | – | as they are |
/// | catch up | so that the next day is today's | – | as they are |
/// | abandon | – | – | none: a new run |
///
/// A new run is one change to `runs`: days of the run before are dropped on every device. Days of a
/// plan that was given up are none, also those that a device reads before it hears of it.
extension Plans {
  /// Begins a plan and makes it the active one. One that is followed already keeps its place,
  /// unless it is to begin anew.
  package func start(
    _ id: String, on date: String? = nil, anew: Bool = false
  ) throws -> PlanProgress {
    let plan = try get(id)
    let date = try date.map(Self.date)
    if let date, !plan.ends(begunOn: date) { throw LibraryError.plan(.tooLate(date.text)) }
    try database.write {
      let standing = try standing(id)
      let begins = anew || standing.startedOn == nil
      if anew || standing.hasEnded { try beginRun(id) }
      let today = try today
      var first = date ?? (begins ? today : standing.startedOn) ?? today
      if !begins, date == nil { first = try first + rest(standing) }
      try set(id, start: first)
      try set(.active, plan.id)
      try set(.activeStart, first.text)
    }
    return try progress(id)
  }

  /// Notes that a day was read; nil is the next one. The first time counts.
  package func complete(_ id: String, day: Int64? = nil) throws -> PlanProgress {
    let plan = try get(id)
    if let day, day < 1 || day > plan.days.count {
      throw LibraryError.plan(.noDay(id: id, day: day, days: plan.days.count))
    }
    try database.write {
      let progress = try progress(id)
      try requireStarted(progress)
      guard let day = day ?? progress.nextDay.map(Int64.init) else { return }
      try database.connection.run(
        """
        INSERT INTO plan_progress(plan_id, day_num, run, completed_at)
        VALUES(?1, ?2, ?4, ?3)
        ON CONFLICT(plan_id, day_num, run) DO UPDATE SET completed_at = excluded.completed_at
        WHERE completed_at IS NULL
        """, .text(id), .integer(day), .text(try database.now().text),
        .integer(try currentRun(id)))
      let row = try database.connection.first(
        "SELECT id FROM plan_progress WHERE plan_id = ?1 AND day_num = ?2 AND run = ?3",
        .text(id), .integer(day), .integer(try currentRun(id))
      ) { $0.integer(0) }
      if let row { try database.offerAgain(database.catalog["plan_progress"], localID: row) }
    }
    return try progress(id)
  }

  /// Lets a plan rest: no day falls due until it is resumed.
  package func pause(_ id: String) throws -> PlanProgress {
    try changing(id) { standing in
      if standing.pausedOn == nil { try set(.paused(plan: id), try today.text) }
    }
  }

  /// Ends a rest: the dates that are left move on by its days.
  package func resume(_ id: String) throws -> PlanProgress {
    try changing(id) { standing in
      guard standing.pausedOn != nil, let first = standing.startedOn else { return }
      try set(id, start: try first + rest(standing))
    }
  }

  /// Moves the dates of a plan that is behind, so that its next day is today's.
  package func catchUp(_ id: String) throws -> PlanProgress {
    let plan = try get(id)
    return try changing(id) { standing in
      let today = try today
      let progress = PlanProgress(plan, id: id, standing, today: today)
      guard let next = progress.nextDay, progress.behind > 0 || standing.pausedOn != nil else {
        return
      }
      let isDaily = plan.pace == .daily
      try set(id, start: isDaily ? today + Int64(1 - next) : today)
    }
  }

  /// Gives a plan up, on every device: what was read of it is dropped.
  package func abandon(_ id: String) throws {
    try requireStarted(try progress(id))
    try database.write { try end(id) }
  }

  /// How far a plan is read. A plan that is not on this device shows the days that were read of it.
  package func progress(_ id: String) throws -> PlanProgress {
    let standing = try standing(id)
    let plan = try standing.isFollowed ? plan(id) : get(id)
    return PlanProgress(plan, id: id, standing, today: try today)
  }

  /// The plan that was begun last; nil for none.
  package func active() throws -> PlanProgress? {
    guard let id = try value(.active), try isFollowed(id) else { return nil }
    return try progress(id)
  }

  /// All plans that are followed, by their ids; also those that are not on this device.
  package func followed() throws -> [PlanProgress] {
    let read = try database.read {
      try database.connection.all(
        """
        SELECT DISTINCT plan_id FROM plan_progress AS row WHERE completed_at IS NOT NULL
          AND run = coalesce((SELECT run FROM runs WHERE name = ?1 || row.plan_id), 0)
        """, .text(Self.runPrefix)
      ) { $0.text(0) }
    }
    let active = try value(.active).map { [$0] } ?? []
    return try Set(read + active + (try started())).sorted().compactMap { id in
      try isFollowed(id) ? try progress(id) : nil
    }
  }
}
