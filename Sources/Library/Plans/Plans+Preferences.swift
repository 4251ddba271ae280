import ChangeQueue
import Store
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

  /// Sets a preference, also to what it is; nil sets it to nothing. Inside a write only.
  ///
  /// What is decided of a plan is decided of all its preferences: so of two devices the one that
  /// decided later wins whole, whatever it had seen of the other.
  func set(_ preference: PlanPreference, _ value: String?) throws {
    try preferences.store(preference.key, value ?? "")
  }

  /// Whether the plan was given up, and not begun since. Another program begins a plan by making it
  /// the active one, no more.
  func hasEnded(_ id: String) throws -> Bool {
    try database.read {
      try database.connection.first(
        """
        WITH held AS (
          SELECT key, CASE WHEN deleted_at IS NULL THEN coalesce(value, '') ELSE '' END AS text,
            max(coalesce(stamps ->> 'value', stamp, ''),
              coalesce(stamps ->> 'deleted_at', stamp, '')) AS stamp
          FROM user_preferences WHERE key IN (?1, ?2)
        )
        SELECT NOT EXISTS (
            SELECT 1 FROM held AS active
            WHERE active.key = ?2 AND active.text = ?3 AND active.stamp > start.stamp)
        FROM held AS start WHERE start.key = ?1 AND start.text = ''
        """, .text(PlanPreference.start(plan: id).key), .text(PlanPreference.active.key), .text(id)
      ) { $0.integer(0) != 0 } ?? false
    }
  }

  /// The plans that have a date on which they were begun.
  func started() throws -> [String] {
    let prefix = PreferenceKey.planStart
    return try preferences.find(isSet: true).filter {
      $0.key.hasPrefix(prefix) && $0.value != .null
    }.map { String($0.key.dropFirst(prefix.count)) }
  }
}
