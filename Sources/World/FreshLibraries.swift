package import ChangeQueue
package import EmbeddedCloud
import Store
package import Vocabulary

/// New libraries in memory, one after the other, each with a new cloud: for cases that must not
/// know of each other and should begin in a millisecond.
///
/// One thread owns it.
package final class FreshLibraries {
  private let stage = WorldStage()
  private let form: WorldForm
  private var inUse: [Connection] = []

  /// Makes the files that all begin with, once a process.
  package init() throws { form = try WorldForm.lectern.get() }

  /// A library as it is before its first use.
  package func library(
    _ surroundings: any Surroundings, binding: String
  ) throws -> UserDatabase {
    let connection = try connect(to: "memory", form.library, surroundings)
    return try UserDatabase.open(
      over: connection, catalog: form.catalog, surroundings: surroundings, binding: binding)
  }

  /// A cloud as it is before its first use.
  package func cloud(
    _ settings: EmbeddedProject.Settings, _ surroundings: any Surroundings
  ) throws(EmbeddedCloudError) -> EmbeddedProject {
    let connection: Connection
    do throws(StoreError) {
      connection = try connect(to: "memory-cloud", form.cloud, surroundings)
      try connection.useWriteAheadLog()
    } catch { throw EmbeddedCloudError(error) }
    return try EmbeddedProject(settings, surroundings, catalog: form.catalog, over: connection)
  }

  /// Ends the use of all that was given. `isClean`: nothing else was done with their connections
  /// than what the library and the cloud do themselves; then the next ones go on with them.
  package func takeBack(isClean: Bool) {
    if isClean { for connection in inUse { stage.leave(connection) } }
    inUse = []
  }

  private func connect(
    to path: String, _ file: PagedBytes, _ surroundings: any Surroundings
  ) throws(StoreError) -> Connection {
    let disk = MemoryDisk()
    disk.plant(file, at: path)
    let connection = try stage.connect(to: path, on: disk, surroundings)
    inUse.append(connection)
    return connection
  }
}
