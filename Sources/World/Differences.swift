import ChangeQueue
import Cloud
import EmbeddedCloud
package import Schema
import Store
import Vocabulary

/// One value in which a device and the cloud are not alike.
package struct Difference: Sendable, Hashable {
  /// The device's name.
  package let device: String
  /// The row in question.
  package let row: RowName
  /// The column, or `column.element`.
  package let column: String
  /// On the device; nil where the row is not there.
  package let here: Cell?
  /// In the cloud; nil where the row is not there.
  package let there: Cell?
}

extension SmallWorld {
  /// Where devices that have an account differ from their cloud: values and stamps. Empty when all
  /// are equal. What waits in a queue shows too, since the cloud does not have it. Rows that were
  /// dead at the last purge count on neither side: each keeps those that something names there.
  package func differences() throws -> [Difference] {
    var found: [Difference] = []
    var known: [RecordID: CloudRows] = [:]
    for device in devices {
      let database = device.device.database
      guard let account = try device.device.link.keeper?.current()?.userID else { continue }
      let cloud = try known[account] ?? cloudRows(of: account)
      known[account] = cloud
      for table in database.catalog.tables {
        for name in try names(table, database, cloud) {
          let here = try database.storedRow(name)?.version
          let there = cloud.rows[name].map { Self.known($0, in: table) }
          if here != there { found += differences(device.name, name, here, there) }
        }
      }
    }
    return found
  }

  /// What a device cannot know of a newer cloud is no difference.
  private static func known(_ version: RowVersion, in table: SyncedTable) -> RowVersion {
    RowVersion(cells: version.cells.filter { table.rule(of: $0.key.column) != nil })
  }

  private struct CloudRows {
    let purgedBelow: Int64
    var rows: [RowName: RowVersion] = [:]
    /// Without those that were dead at the last purge.
    var counted: [String: Set<RecordID>] = [:]
  }

  private func cloudRows(of account: RecordID) throws -> CloudRows {
    let below = try cloud.connection.first(
      "SELECT purged_below FROM sync_heads WHERE user_id = ?1", .text(account.text)
    ) { $0.integer(0) }
    var found = CloudRows(purgedBelow: below ?? 0)
    for table in cloud.catalog.tables {
      let isCounted = table.isMonotone ? "1" : "deleted_at IS NULL OR seq > ?2"
      let ids = try cloud.connection.all(
        "SELECT id, \(isCounted), ?2 FROM \(table.name) WHERE user_id = ?1", .text(account.text),
        .integer(found.purgedBelow)
      ) { (id: RecordID($0.text(0)), isCounted: $0.integer(1) != 0) }
      for (id, isCounted) in ids {
        guard let id else { continue }
        let name = RowName(table: table.name, id: id)
        found.rows[name] = try cloud.version(name, of: account)
        if isCounted { found.counted[table.name, default: []].insert(id) }
      }
    }
    return found
  }

  private func names(
    _ table: SyncedTable, _ database: UserDatabase, _ cloud: CloudRows
  ) throws -> [RowName] {
    let isCounted = table.isMonotone ? "1" : "deleted_at IS NULL OR coalesce(seq, ?1 + 1) > ?1"
    let here = try database.connection.all(
      "SELECT cloud_id, ?1 FROM \(table.name) WHERE seq IS NOT -1 AND (\(isCounted))",
      .integer(cloud.purgedBelow)
    ) { RecordID($0.text(0)) }
    return Set(here.compactMap(\.self)).union(cloud.counted[table.name] ?? []).sorted()
      .map { RowName(table: table.name, id: $0) }
  }

  private func differences(
    _ device: String, _ name: RowName, _ here: RowVersion?, _ there: RowVersion?
  ) -> [Difference] {
    let keys = Set((here?.cells ?? [:]).keys).union((there?.cells ?? [:]).keys)
    return keys.sorted().compactMap { key in
      let pair = (here: here?[key], there: there?[key])
      return pair.here == pair.there
        ? nil
        : Difference(
          device: device, row: name, column: key.name, here: pair.here, there: pair.there)
    }
  }
}
