import ChangeQueue
import Sync
import Vocabulary

/// The one line of JSON that `lectern sync --dry-run` prints: how many rows of each table would go
/// and come, by what becomes of them.
struct HeadlessPlan {
  let text: String

  init(_ plan: SyncPlan) {
    var line = JSONObject([
      ("push", Self.counts(plan.push.map { ($0.entry.table, $0.action.rawValue) })),
      ("pull", Self.counts(plan.pull.map { ($0.table, $0.arrival.rawValue) })),
      ("more", .bool(plan.hasMore)), ("full", .bool(plan.isFull)),
    ])
    if let error = plan.error { line["reason"] = .string(error.kind.rawValue) }
    text = JSONValue.object(line).text
  }

  /// Table → what becomes of a row → how many.
  private static func counts(_ rows: [(table: String, fate: String)]) -> JSONValue {
    var counts: [String: [String: Int64]] = [:]
    for row in rows { counts[row.table, default: [:]][row.fate, default: 0] += 1 }
    let tables = counts.sorted { $0.key < $1.key }.map { table -> (String, JSONValue) in
      let fates = table.value.sorted { $0.key < $1.key }
      return (table.key, .object(JSONObject(fates.map { ($0.key, .integer($0.value)) })))
    }
    return .object(JSONObject(tables))
  }
}
