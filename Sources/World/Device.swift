package import ChangeQueue
package import Library
package import Store
package import Sync
import Vocabulary

/// A device: its library, its queue, and its way to a cloud. The prompt's profile is one; a world
/// has several.
package final class Device {
  /// What worlds and errors call it.
  package let name: String
  /// Whether it still runs.
  package let power: DevicePower
  /// Its library.
  package let database: UserDatabase
  /// Its way to the cloud.
  package let link: CloudLink
  /// Its sync.
  package let engine: SyncEngine
  /// Its syncs that nobody asks for. Off at first.
  package let auto: any AutoSync
  /// Where libraries go that it does not work on any more.
  package let shelf: any LibraryShelf
  /// Is told the name of each function that a script has called on it.
  package var onCall: ((_ function: String) -> Void)?
  /// The notes in its library.
  package let notes: Notes
  /// The collections of notes in its library.
  package let collections: StudyCollections
  /// The highlights in its library.
  package let highlights: Highlights
  /// The collections of highlights in its library.
  package let highlightCollections: HighlightCollections

  package init(
    name: String, database: UserDatabase, link: CloudLink, disk: MemoryDisk? = nil,
    auto: (any AutoSync)? = nil, shelf: any LibraryShelf = MemoryShelf()
  ) {
    self.name = name
    power = DevicePower(of: name, disk: disk)
    self.database = database
    self.link = link
    engine = SyncEngine(database: database, cloud: link)
    self.auto = auto ?? InlineAutoSync(engine)
    self.shelf = shelf
    notes = Notes(database)
    collections = StudyCollections(database)
    highlights = Highlights(database)
    highlightCollections = HighlightCollections(database)
  }
}
