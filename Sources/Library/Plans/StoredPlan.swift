import Store
import Vocabulary

/// How the days of a plan are stored: a JSON list, ordered by day.
///
/// `{"day": 1, "chapters": ["genesis 1-3"]}` for each day, a passage in the stored form of
/// references or as the chapter id of older files (`genesis_1`); before them
/// `{"covers": "…", "passages": […]}` where the plan claims something.
enum StoredPlan {
  /// What is read of a row, in its order; the table's alias is `row`.
  static let columns = "row.plan_id, row.name, row.description, row.chapters_json"

  static func plan(_ row: Statement) -> Plan {
    let content = Content(row.utf8(3))
    return Plan(
      id: row.text(0), name: row.text(1), description: row.text(2), days: content.days,
      claim: content.claim, unreadable: content.unreadable)
  }

  /// What a list of days says.
  struct Content {
    var days: [[Reference]] = []
    var claim: PlanClaim?
    /// What in it is no passage of the canon.
    var unreadable: [String] = []

    init(_ json: UnsafeBufferPointer<UInt8>) {
      var days: [Int64: [Reference]] = [:]
      for item in StoredPlan.items(json) {
        if let text = item["covers"]?.string {
          claim = PlanClaim(StoredPlan.passages(item["passages"], &unreadable), text)
        } else if let day = item["day"]?.integer, (1...Int64(Limits.planDays)).contains(day) {
          days[day, default: []] += StoredPlan.passages(item["chapters"], &unreadable)
        } else {
          unreadable.append(String(item.text.prefix(60)))
        }
      }
      let last = days.keys.max() ?? 0
      self.days = last > 0 ? (1...last).map { days[$0] ?? [] } : []
    }

    init(_ json: String) {
      var json = json
      self = json.withUTF8 { Content($0) }
    }
  }

  static func json(_ draft: PlanDraft) -> String {
    var items: [JSONValue] = []
    if let claim = draft.claim {
      items.append(["covers": .string(claim.text), "passages": list(claim.passages)])
    }
    for (index, passages) in draft.days.enumerated() {
      items.append(["day": .integer(Int64(index + 1)), "chapters": list(passages)])
    }
    return JSONValue.array(items).text
  }

  private static func list(_ passages: [Reference]) -> JSONValue {
    .array(passages.map { .string($0.text) })
  }

  private static func items(_ json: UnsafeBufferPointer<UInt8>) -> [JSONValue] {
    do {
      if let items = try JSONValue(parsing: json).array { return items }
    } catch {}
    return [.string("no list of days")]
  }

  private static func passages(_ list: JSONValue?, _ unreadable: inout [String]) -> [Reference] {
    var found: [Reference] = []
    for item in list?.array ?? [] {
      if let text = item.string, let passage = passage(text) {
        found.append(passage)
      } else {
        unreadable.append(String((item.string ?? item.text).prefix(60)))
      }
    }
    return PlanRule.joined(found)
  }

  private static func passage(_ text: String) -> Reference? {
    if let passage = Reference(canonical: text) { return passage }
    guard let line = text.lastIndex(of: "_") else { return nil }
    return Reference(canonical: "\(text[..<line]) \(text[text.index(after: line)...])")
  }
}
