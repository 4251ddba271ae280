package import Schema
import Vocabulary

/// Several entries of one row become one. Pure; it merges columns and drops none of them.
///
/// | first | then | together |
/// |---|---|---|
/// | INSERT | UPDATE | INSERT with the later values |
/// | INSERT | DELETE | INSERT, dead; or nothing, see `vanishes` |
/// | UPDATE | UPDATE | UPDATE: of each column the first base, the last value and stamp |
/// | UPDATE | DELETE | UPDATE with `deleted_at` set: another device may revive the row |
/// | DELETE | INSERT or UPDATE | UPDATE, alive again |
/// | sending | anything | both stay: the first is on its way |
package enum Compaction {
  /// `entries` are one row's, oldest first. What is being sent stays as it is.
  package static func compact(_ entries: [QueueEntry], in table: SyncedTable) -> [QueueEntry] {
    var kept: [QueueEntry] = []
    var open: Int?
    for entry in entries {
      if entry.state == .sending {
        kept.append(entry)
      } else if let place = open {
        kept[place] = merge(kept[place], entry, in: table)
      } else {
        open = kept.count
        kept.append(entry)
      }
    }
    return kept
  }

  private static func merge(
    _ earlier: QueueEntry, _ later: QueueEntry, in table: SyncedTable
  ) -> QueueEntry {
    var merged = earlier
    for (key, edit) in later.edits {
      merged.edits[key] =
        earlier.edits[key].map {
          merge($0, edit, rule: table.rule(of: key.column) ?? .lww)
        } ?? edit
    }
    merged.wasSent = earlier.wasSent || later.wasSent
    merged.localID = later.localID
    // A new edit of a parked row makes it ready again.
    merged.state = .ready
    merged.attempts = earlier.state == .parked || later.state == .parked ? 0 : later.attempts
    merged.notBefore = later.notBefore
    if later.operation == .insert { merged.operation = .insert }
    merged.operation = merged.fittingOperation
    return merged
  }

  private static func merge(_ earlier: CellEdit, _ later: CellEdit, rule: MergeRule) -> CellEdit {
    var merged = later
    merged.base = earlier.base
    merged.old = earlier.old
    merged.sent = earlier.sent + later.sent.filter { !earlier.sent.contains($0) }
    if !rule.isStamped {
      merged.value = rule.join(Cell(earlier.value, .zero), Cell(later.value, .zero)).value
    }
    return merged
  }

  /// May an INSERT that was deleted again leave the queue without being sent?
  ///
  /// Only where the cloud cannot have the row, and nothing else that is queued names it.
  package static func vanishes(
    _ entry: QueueEntry, isAcknowledged: Bool, isNamedElsewhere: Bool
  ) -> Bool {
    entry.operation == .insert && entry.isDeletion && entry.state != .sending
      && !entry.wasSent && !isAcknowledged && !isNamedElsewhere
  }
}
