package import ChangeQueue
package import Library
package import Sync
import Vocabulary

/// A device: its library, its queue, and its way to a cloud. The prompt's profile is one; a world
/// has several.
package final class Device {
  package let name: String
  package let database: UserDatabase
  package let link: CloudLink
  package let engine: SyncEngine
  package let notes: Notes
  package let collections: StudyCollections
  package let highlights: Highlights
  package let highlightCollections: HighlightCollections

  package init(name: String, database: UserDatabase, link: CloudLink) {
    self.name = name
    self.database = database
    self.link = link
    engine = SyncEngine(database: database, cloud: link)
    notes = Notes(database)
    collections = StudyCollections(database)
    highlights = Highlights(database)
    highlightCollections = HighlightCollections(database)
  }
}
