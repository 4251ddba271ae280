package import ChangeQueue
import Schema
import Store
import Vocabulary

/// The reading plans of a device: those of the program, and a person's own, which travel.
///
/// Several may be followed at once, and each keeps its place. Dates are UTC.
package struct Plans {
  let database: UserDatabase
  let preferences: Preferences

  package init(_ database: UserDatabase) {
    self.database = database
    preferences = Preferences(database)
  }

  // MARK: - Plans themselves

  /// All plans, the shortest first.
  package func list() throws -> [Plan] {
    let own = try database.read {
      try database.connection.all(
        """
        SELECT \(StoredPlan.columns) FROM reading_plans AS row
        WHERE row.deleted_at IS NULL ORDER BY row.plan_id
        """, read: StoredPlan.plan)
    }
    let plans = BuiltInPlans.all + own.filter { builtIn($0.id) == nil }
    return plans.sorted { ($0.days.count, $0.id) < ($1.days.count, $1.id) }
  }

  /// A plan; where none here has the id, an error says whether it is unknown or only not here.
  package func get(_ id: String) throws -> Plan {
    if let plan = try plan(id) { return plan }
    if try isFollowed(id) { throw LibraryError.plan(.notHere(id: id)) }
    let nearest = Likeness.nearest(to: id, among: try list().lazy.map(\.id))
    throw LibraryError.plan(.unknown(id: id, nearest: nearest))
  }

  /// Stores a plan of a person's own, over the one with the same id if there is one: what is as it
  /// was is no edit, and the days that were read stay read.
  package func define(_ draft: PlanDraft) throws -> Plan {
    if builtIn(draft.id) != nil { throw LibraryError.plan(.builtIn(id: draft.id)) }
    let json = StoredPlan.json(draft)
    try TextRule.check(json, "the plan")
    try database.write {
      try write(draft, json, over: try idToWrite(draft.id))
    }
    return try get(draft.id)
  }

  /// Deletes a plan of a person's own, which ends it. What was read of it goes too.
  package func delete(_ id: String) throws {
    if try get(id).isBuiltIn { throw LibraryError.plan(.builtIn(id: id)) }
    try database.write {
      try end(id)
      try database.connection.run(
        "UPDATE reading_plans SET deleted_at = ?2 WHERE plan_id = ?1 AND deleted_at IS NULL",
        .text(id), .text(try database.now().text))
    }
  }

  /// What the plan leaves out or reads twice.
  package func check(_ id: String) throws -> PlanCheck { PlanCheck(try get(id)) }

  // MARK: - Rows

  /// The plan of an id; nil where it is not on this device.
  func plan(_ id: String) throws -> Plan? {
    if let plan = builtIn(id) { return plan }
    return try database.read {
      try database.connection.first(
        """
        SELECT \(StoredPlan.columns) FROM reading_plans AS row
        WHERE row.plan_id = ?1 AND row.deleted_at IS NULL
        """, .text(id), read: StoredPlan.plan)
    }
  }

  private func builtIn(_ id: String) -> Plan? { BuiltInPlans.all.first { $0.id == id } }

  /// The local id of the plan with an id, ready to be written to; nil where there is none.
  ///
  /// One in the trash of this device is offered whole.
  private func idToWrite(_ id: String) throws -> Int64? {
    let known = try database.connection.first(
      "SELECT id, seq FROM reading_plans WHERE plan_id = ?1", .text(id)
    ) { (id: $0.integer(0), seq: $0.optionalInteger(1)) }
    guard let known else { return nil }
    if Acknowledgement(known.seq) == .trashed, let table = database.catalog["reading_plans"] {
      try database.restore(table, localID: known.id)
    }
    return known.id
  }

  private func write(_ draft: PlanDraft, _ json: String, over known: Int64?) throws {
    let sql =
      known == nil
      ? """
      INSERT INTO reading_plans(plan_id, name, description, total_days, chapters_json, created_at)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6)
      """
      : """
      UPDATE reading_plans SET plan_id = ?1, name = ?2, description = ?3, total_days = ?4,
        chapters_json = ?5, deleted_at = NULL WHERE id = ?6
      """
    try database.connection.run(
      sql, .text(draft.id), .text(draft.name), .text(draft.description),
      .integer(Int64(draft.days.count)), .text(json),
      known.map { .integer($0) } ?? .text(try database.now().text))
  }
}
