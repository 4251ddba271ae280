/// How far a plan is read.
package struct PlanProgress: Sendable, Hashable, Identifiable {
  /// Where a plan stands.
  package enum State: String, Sendable, CaseIterable {
    case notStarted = "not started"
    case running
    case paused
    case finished
  }

  /// A day that was read.
  package struct CompletedDay: Sendable, Hashable {
    /// From 1.
    package let day: Int
    /// UTC, to the millisecond.
    package let at: String
  }

  /// The plan's id.
  package let id: String
  /// The plan itself; nil where it is not on this device.
  package let plan: Plan?
  /// Where it stands.
  package let state: State
  /// Whether it is the plan that was begun last.
  package let isActive: Bool
  /// `2026-01-31`; nil where it is not begun.
  package let startedOn: String?
  /// The date of the last day if one is read each day; nil where dates do not end.
  package let endsOn: String?
  /// The days that were read, by day.
  package let completed: [CompletedDay]
  /// The first day that was not read, of a plan by days of the month from today's on; nil where all
  /// were read.
  package let nextDay: Int?
  /// The day that is today's; nil while it rests, before it begins, and after its end.
  package let dayOnDate: Int?
  /// Days before today's that were not read.
  package let behind: Int

  /// What the plan is called here.
  package var name: String { plan?.name ?? "plan not on this device" }
  /// How many days were read.
  package var done: Int { completed.count }
  /// How many days there are; nil where the plan is not on this device.
  package var total: Int? { plan?.days.count }
  /// Rounded, but 100 only when all days were read; nil where the plan is not on this device.
  package var percent: Int? {
    guard let total else { return nil }
    if total == 0 { return 0 }
    return done == total ? 100 : min(99, (200 * done + total) / (2 * total))
  }
  /// What is to be read next.
  package var next: [Reference] { nextDay.flatMap { plan?.days[$0 - 1] } ?? [] }

  init(_ plan: Plan?, id: String, _ standing: PlanStanding, today: Day) {
    self.id = id
    self.plan = plan
    isActive = standing.isActive
    startedOn = standing.startedOn?.text
    let total = plan?.days.count
    completed = standing.completed.filter { $0.day <= total ?? .max }
    let done = Set(completed.map(\.day))
    let schedule = PlanSchedule(plan, standing)
    let current = standing.pausedOn == nil ? schedule?.day(on: today) : nil
    dayOnDate = current
    // By the day of the month: today's, or that of the day it rests from, then those that follow,
    // then the first ones again.
    let begins = plan?.pace == .dayOfMonth ? schedule?.day(on: standing.pausedOn ?? today) : nil
    let from = begins ?? 1
    nextDay = total.flatMap { total in
      total > 0
        ? (0..<total).lazy.map { (from - 1 + $0) % total + 1 }.first { !done.contains($0) } : nil
    }
    let isDone = total.map { $0 > 0 && done.count == $0 } ?? false
    state =
      if !standing.isFollowed { .notStarted } else if isDone {
        .finished
      } else if standing.pausedOn
        != nil
      { .paused } else { .running }
    let due = schedule?.days(before: standing.pausedOn ?? today) ?? []
    behind = due.count { !done.contains($0) }
    endsOn = schedule?.last(on: today)?.text
  }
}

extension Plan {
  /// Whether its last day, begun on a date, has a date that can be written.
  func ends(begunOn start: Day) -> Bool {
    pace == .dayOfMonth || start + Int64(max(0, days.count - 1)) <= Day.last
  }
}

/// Which day of a plan falls on which date.
private struct PlanSchedule {
  private let start: Day
  private let pausedOn: Day?
  private let pace: PlanPace
  private let total: Int

  init?(_ plan: Plan?, _ standing: PlanStanding) {
    guard let plan, let start = standing.startedOn else { return nil }
    self.start = start
    pausedOn = standing.pausedOn
    pace = plan.pace
    total = plan.days.count
  }

  func day(on date: Day) -> Int? {
    guard date >= start else { return nil }
    let day = pace == .daily ? Int(clamping: date.number - start.number + 1) : date.dayOfMonth
    return day <= total ? day : nil
  }

  /// The days whose dates lie before one, each once.
  func days(before date: Day) -> Set<Int> {
    guard date > start, total > 0 else { return [] }
    switch pace {
    case .daily: return Set(1...min(total, Int(clamping: date.number - start.number)))
    case .dayOfMonth:
      // In two months every day has come.
      let first = max(start.number, date.number - 62)
      return Set((first..<date.number).compactMap { day(on: Day(number: $0)) })
    }
  }

  /// The date of the last day, a rest until today counted.
  func last(on today: Day) -> Day? {
    guard pace == .daily, total > 0 else { return nil }
    let end = start + Int64(total - 1) + PlanStanding.rest(from: start, pausedOn, today)
    return end > Day.last ? nil : end
  }
}
