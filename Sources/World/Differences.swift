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
  /// are equal. What waits in a queue shows too, since the cloud does not have it.
  package func differences() throws -> [Difference] {
    var found: [Difference] = []
    var known: [RecordID: [RowName: RowVersion]] = [:]
    for device in devices {
      let database = device.device.database
      guard let account = try device.device.link.keeper?.current()?.userID else { continue }
      let rows = try known[account] ?? cloudRows(of: account)
      known[account] = rows
      for table in database.catalog.tables {
        for name in try names(table, database, rows) {
          let here = try database.storedRow(name)?.version
          let there = rows[name]
          if here != there { found += differences(device.name, name, here, there) }
        }
      }
    }
    return found
  }

  private func cloudRows(of account: RecordID) throws -> [RowName: RowVersion] {
    var rows: [RowName: RowVersion] = [:]
    for table in cloud.catalog.tables {
      let ids = try cloud.connection.all(
        "SELECT id FROM \(table.name) WHERE user_id = ?1", .text(account.text)
      ) { RecordID($0.text(0)) }
      for id in ids.compactMap(\.self) {
        let name = RowName(table: table.name, id: id)
        rows[name] = try cloud.version(name, of: account)
      }
    }
    return rows
  }

  private func names(
    _ table: SyncedTable, _ database: UserDatabase, _ rows: [RowName: RowVersion]
  ) throws -> [RowName] {
    let here = try database.connection.all(
      "SELECT cloud_id FROM \(table.name) WHERE seq IS NOT -1"
    ) { RecordID($0.text(0)) }
    let there = rows.keys.lazy.filter { $0.table == table.name }.map(\.id)
    return Set(here.compactMap(\.self)).union(there).sorted()
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
