import Vocabulary

/// Why a call about a reading plan is refused.
package enum PlanProblem: Sendable, Equatable {
  /// No plan here has the id; `nearest` is the one that was probably meant.
  case unknown(id: String, nearest: String?)
  /// Days of it are read, but the plan itself is not on this device.
  case notHere(id: String)
  /// An id of other signs than are taken.
  case badID(String)
  /// A plan of the program, which cannot be changed.
  case builtIn(id: String)
  /// A plan without days, or with more than `Limits.planDays`.
  case badLength(days: Int)
  /// A day on which nothing is read.
  case emptyDay(day: Int)
  /// A day's text that is no passage of the canon.
  case badDay(day: Int, text: String, ReferenceProblem)
  /// A day that the plan does not have.
  case noDay(id: String, day: Int64, days: Int)
  /// A plan that is not begun.
  case notStarted(id: String)
  /// A text that is no date.
  case badDate(String)
  /// A line of a plan in text that cannot be read. `line` counts from 1.
  case badLine(line: Int, reason: String)
  /// A plan in text without a line that it must have.
  case missingLine(what: String, form: String)
  /// A start so late that the plan ends after the last date that can be written.
  case tooLate(String)

  var kind: ErrorKind {
    switch self {
    case .unknown, .notHere, .noDay: .notFound
    case .builtIn, .notStarted: .refused
    default: .badValue
    }
  }

  var code: String {
    switch self {
    case .unknown: "library.unknown_plan"
    case .notHere: "library.plan_not_here"
    case .badID: "library.bad_plan_id"
    case .builtIn: "library.built_in_plan"
    case .badLength: "library.bad_plan_length"
    case .emptyDay: "library.empty_plan_day"
    case .badDay: "library.bad_plan_day"
    case .noDay: "library.no_plan_day"
    case .notStarted: "library.plan_not_started"
    case .badDate: "library.bad_date"
    case .badLine: "library.bad_plan_line"
    case .missingLine: "library.missing_plan_line"
    case .tooLate: "library.late_plan"
    }
  }

  var summary: String {
    switch self {
    case .unknown(let id, _): "no plan is called '\(id)'"
    case .notHere(let id): "plan '\(id)' is not on this device"
    case .badID(let id): "'\(id)' cannot be the id of a plan"
    case .builtIn(let id): "plan '\(id)' comes with the program"
    case .badLength(0): "the plan has no days"
    case .badLength(let days): "the plan has \(days) days; at most \(Limits.planDays) are kept"
    case .emptyDay(let day): "day \(day) of the plan has nothing to read"
    case .badDay(let day, let text, let problem):
      "day \(day) of the plan: '\(text)': \(problem.clause)"
    case .noDay(let id, let day, let days): "plan '\(id)' has \(days) days, and no day \(day)"
    case .notStarted(let id): "plan '\(id)' is not begun"
    case .badDate(let text): "'\(text)' is no date"
    case .badLine(let line, let reason): "line \(line): \(reason)"
    case .missingLine(let what, _): "the text of the plan says no \(what)"
    case .tooLate(let text): "a plan that begins on \(text) ends after \(Day.last.text)"
    }
  }

  var hint: String? {
    switch self {
    case .unknown(_, let nearest?): "did you mean '\(nearest)'?"
    case .unknown: "plans.list() lists what there is"
    case .notHere: "its days are kept; define or import it here, or sync"
    case .badID: "use a-z, 0-9, _ and -, at most 64 of them"
    case .builtIn: "define a plan of your own under another id"
    case .badLength: "give days={\"gen 1-3\", …}, one text a day"
    case .emptyDay: "days are counted from 1 without gaps"
    case .badDay(_, _, let problem): problem.hint
    case .noDay(_, _, let days): "days are 1 to \(days)"
    case .notStarted(let id): "plans.start(\"\(id)\") begins it"
    case .badDate: "write it like 2026-01-31"
    case .missingLine(_, let form): "add a line like \(form)"
    case .tooLate: "begin it earlier"
    case .badLine: "lines are # name, id: …, about: …, covers: …, and 1=Gen.1,Gen.2 for each day"
    }
  }
}
