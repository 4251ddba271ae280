import Schema
import Vocabulary

/// How a pushed change and the stored row become one, and which values are lost by it. Pure.
struct JoinedChange {
  /// The next row.
  var version: RowVersion
  /// Cells in which the stored row won, or a join gave something else than was sent.
  var winning = RowVersion()
  /// What was dropped although its writer's rival had not seen it.
  var dropped: [Conflict] = []

  init(_ change: PushedChange, into stored: RowVersion?) {
    version = stored ?? RowVersion()
    for key in Self.order(Array(change.cells.keys), in: change.table) {
      guard let sent = change.cells[key], let rule = change.table.rule(of: key.column)
      else { continue }
      let old = stored?[key]
      let joined = old.map { rule.join($0, sent.cell) } ?? sent.cell
      version[key] = joined
      if joined != sent.cell { winning[key] = joined }
      if let old { note(old, sent, key, change, stored) }
    }
  }

  /// Columns in the catalog's order, elements by their bytes, deletion last: also that of
  /// conflicts.
  static func order(_ keys: [CellKey], in table: SyncedTable) -> [CellKey] {
    let places = Dictionary(
      uniqueKeysWithValues: table.joinedColumns.enumerated().map { ($1.name, $0) })
    return keys.sorted { one, other in
      let first = places[one.column] ?? 0
      let second = places[other.column] ?? 0
      return first == second ? one < other : first < second
    }
  }

  private mutating func note(
    _ old: Cell, _ sent: PushedChange.SentCell, _ key: CellKey, _ change: PushedChange,
    _ stored: RowVersion?
  ) {
    guard !sent.sent.contains(old.stamp),
      Conflict.arises(in: change.table, key, mine: sent.cell, theirs: old, base: sent.base)
    else { return }
    dropped.append(Conflict(change.name, key, between: sent.cell, old))
    guard key == .deletedAt, let deletion = version[key], deletion.value != .null else { return }
    // Ours, if the deletion is what stood; else what was stored and the deletion had not seen.
    let isOurs = sent.cell.value == .null
    let edited =
      isOurs
      ? change.cells.mapValues(\.cell)
      : (stored ?? RowVersion()).cells.filter { $0.value.stamp > sent.base }
    let outlived = Conflict.outlived(
      change.name, in: change.table, edited: edited, by: deletion.stamp)
    let places = Self.order(outlived.map(\.key), in: change.table)
    dropped += places.compactMap { key in outlived.first { $0.key == key } }
  }
}
