import Vocabulary

/// What people did in a world, and what they had seen when they did it: no device and no cloud
/// knows that, so none can be believed about it.
struct Ledger {
  /// Every text that was typed.
  private(set) var typed: Set<String> = []
  /// Texts that were typed over by somebody who saw them, deleted by somebody who saw them, or lost
  /// with a cloud that was put back.
  private(set) var letGo: Set<String> = []
  /// What was read: a chapter or a plan's day, in a run of that name.
  struct Reading: Hashable { let run: String, number: Int64, what: String }
  private(set) var readings: Set<Reading> = []
  /// By name: the newest run that somebody left.
  private(set) var leftRuns: [String: Int64] = [:]

  /// By text: what was typed over it by somebody who saw it.
  private var followers: [String: Set<String>] = [:]

  mutating func type(_ text: String, over seen: String?) {
    typed.insert(text)
    guard let seen else { return }
    letGo.insert(seen)
    followers[seen, default: []].insert(text)
  }

  /// Whether the writer of `later` had seen `earlier`, or a text whose writer had.
  func isKnown(_ earlier: String, to later: String) -> Bool {
    var open = [earlier]
    var done: Set<String> = []
    while let text = open.popLast() {
      if text == later { return true }
      guard done.insert(text).inserted else { continue }
      open += followers[text] ?? []
    }
    return false
  }

  mutating func letGo(_ texts: [String]) { letGo.formUnion(texts) }

  mutating func read(_ what: String, run: String, number: Int64) {
    readings.insert(Reading(run: run, number: number, what: what))
  }

  mutating func leave(_ run: String, number: Int64) {
    leftRuns[run] = max(leftRuns[run] ?? -1, number)
  }

  /// After a cloud was put back: what no device holds is nobody's fault.
  mutating func forget(where isHeld: (Reading) -> Bool) { readings = readings.filter(isHeld) }
}
