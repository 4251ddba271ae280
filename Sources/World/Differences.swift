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
    for device in devices {
      let database = device.device.database
      guard let account = try device.device.link.keeper?.current()?.userID else { continue }
      for table in database.catalog.tables {
        for id in try names(table, database, account) {
          let name = RowName(table: table.name, id: id)
          let here = try database.storedRow(name)?.version
          let there = try cloud.version(name, of: account)
          found += differences(device.name, name, here, there)
        }
      }
    }
    return found
  }

  private func names(
    _ table: SyncedTable, _ database: UserDatabase, _ account: RecordID
  ) throws -> [RecordID] {
    let here = try database.connection.all(
      "SELECT cloud_id FROM \(table.name) WHERE seq IS NOT -1"
    ) { $0.text(0) }
    let there = try cloud.connection.all(
      "SELECT id FROM \(table.name) WHERE user_id = ?1", .text(account.text)
    ) { $0.text(0) }
    return Set(here + there).sorted().compactMap { RecordID($0) }
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
