import ChangeQueue
import Schema
import Store
import Vocabulary

/// The preferences that say which plans are followed, and since when. They travel like any other.
struct PlanPreferences {
  let database: UserDatabase

  /// What each of them is called.
  enum Key: Hashable {
    /// The id of the plan that is read now; an empty text for none.
    case active
    /// The date on which that plan was begun.
    case activeStart
    /// The date on which a plan was begun, moved on by pauses.
    case start(plan: String)
    /// The date since which a plan rests.
    case paused(plan: String)

    var text: String {
      switch self {
      case .active: "active_plan"
      case .activeStart: "plan_start_date"
      case .start(let plan): Self.startPrefix + plan
      case .paused(let plan): "plan_paused:" + plan
      }
    }

    static let startPrefix = "plan_start:"
  }

  /// The value of a preference; nil where it is not set, or set to nothing.
  func value(_ key: Key) throws -> String? {
    let value = try database.read {
      try database.connection.first(
        "SELECT value FROM user_preferences WHERE key = ?1 AND deleted_at IS NULL",
        .text(key.text)
      ) { $0.optionalText(0) ?? "" }
    }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  func date(_ key: Key) throws -> PlanDate? { try value(key).flatMap { PlanDate($0) } }

  /// The plans that have a date on which they were begun.
  func startedPlans() throws -> [String] {
    let prefix = Key.startPrefix
    return try database.read {
      try database.connection.all(
        """
        SELECT substr(key, length(?1) + 1) FROM user_preferences
        WHERE substr(key, 1, length(?1)) = ?1 AND deleted_at IS NULL AND value <> ''
        """, .text(prefix)
      ) { $0.text(0) }
    }
  }

  /// Sets a preference; nil unsets it, on every device. Inside a write only.
  func set(_ key: Key, _ value: String?) throws {
    let connection = database.connection
    guard let value else {
      try connection.run(
        "UPDATE user_preferences SET deleted_at = ?2 WHERE key = ?1 AND deleted_at IS NULL",
        .text(key.text), .text(database.surroundings.now().text))
      return
    }
    if let id = try database.idToWrite("user_preferences", where: "key", is: key.text) {
      try connection.run(
        "UPDATE user_preferences SET value = ?2, deleted_at = NULL WHERE id = ?1", .integer(id),
        .text(value))
    } else {
      try connection.run(
        "INSERT INTO user_preferences(key, value) VALUES(?1, ?2)", .text(key.text), .text(value))
    }
  }
}

extension UserDatabase {
  /// The local id of the row with a key, ready to be written to; nil where there is none.
  ///
  /// One in the trash of this device is offered whole.
  func idToWrite(_ table: String, where column: String, is key: String) throws -> Int64? {
    let known = try connection.first(
      "SELECT id, seq FROM \(table) WHERE \(column) = ?1", .text(key)
    ) { (id: $0.integer(0), seq: $0.optionalInteger(1)) }
    guard let known else { return nil }
    if Acknowledgement(known.seq) == .trashed, let synced = catalog[table] {
      try restore(synced, localID: known.id)
    }
    return known.id
  }
}
