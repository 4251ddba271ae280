import Sync
import Vocabulary

/// The one line of JSON that `lectern sync` prints, for cron and timers.
struct HeadlessReport {
  let text: String

  init(_ report: SyncReport) {
    let hasNews = report.pulled + report.pushed + report.merged > 0
    let result = report.error != nil ? "failed" : hasNews ? "new_data" : "no_data"
    var line: JSONValue = [
      "result": .string(result), "pushed": .integer(Int64(report.pushed)),
      "merged": .integer(Int64(report.merged)), "pulled": .integer(Int64(report.pulled)),
      "failed": .integer(Int64(report.failed)), "parked": .integer(Int64(report.parked)),
      "pending": .integer(Int64(report.pending)), "conflicts": .integer(Int64(report.conflicts)),
    ]
    if let reason = report.reason, case .object(var members) = line {
      members["reason"] = .string(reason)
      line = .object(members)
    }
    text = line.text
  }
}
