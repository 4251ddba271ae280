import Vocabulary

/// The preferences that say which plans are followed, and since when. They travel like any other.
enum PlanPreference: Hashable {
  /// The id of the plan that is read now; an empty text for none.
  case active
  /// The date on which that plan was begun.
  case activeStart
  /// The date on which a plan was begun, moved on by pauses.
  case start(plan: String)
  /// The date since which a plan rests.
  case paused(plan: String)

  var key: String {
    switch self {
    case .active: "active_plan"
    case .activeStart: "plan_start_date"
    case .start(let plan): PreferenceKey.planStart + plan
    case .paused(let plan): PreferenceKey.planPaused + plan
    }
  }
}

extension Plans {
  /// What a preference holds; nil where it is not set, or set to nothing.
  func value(_ preference: PlanPreference) throws -> String? {
    try preferences.get(preference.key).string
  }

  func date(_ preference: PlanPreference) throws -> Day? {
    try value(preference).flatMap { Day($0) }
  }

  /// Sets a preference; nil unsets it, on every device. Inside a write only.
  func set(_ preference: PlanPreference, _ value: String?) throws {
    try preferences.set(preference.key, value.map { .string($0) } ?? .null)
  }

  /// The plans that have a date on which they were begun.
  func started() throws -> [String] {
    let prefix = PreferenceKey.planStart
    return try preferences.find(isSet: true).filter {
      $0.key.hasPrefix(prefix) && $0.value != .null
    }.map { String($0.key.dropFirst(prefix.count)) }
  }
}
