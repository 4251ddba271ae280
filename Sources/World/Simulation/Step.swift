/// One thing that happens in a simulated world. It means something in any state, so that any step
/// can be left out: a row is named by its place among those that are there.
package struct Step: Sendable, Hashable {
  /// The device that does it, by its place; the cloud's and the clock's steps pass it over.
  package let device: Int
  /// What it does.
  package let action: Action

  package init(_ device: Int, _ action: Action) {
    self.device = device
    self.action = action
  }

  /// What may happen. Texts are written once in a world, so that each can be looked for at its end.
  package enum Action: Sendable, Hashable {
    // A person edits.
    case addNote(verse: Int, String)
    case editNote(Int, String)
    case tagNote(Int, tag: Int, isOn: Bool)
    case fileNote(Int, collection: Int)
    case deleteNote(Int)
    case restoreNote(Int)
    case linkNotes(Int, Int)
    case unlinkNotes(Int, Int)
    case addCollection(String)
    case renameCollection(Int, String)
    case deleteCollection(Int)
    case highlight(verse: Int, color: Int, String)
    case unhighlight(verse: Int)
    case addBookmark(verse: Int, String)
    case labelBookmark(Int, String)
    case deleteBookmark(Int)
    case bookmarkTopic(Int, String)
    case unbookmarkTopic(Int)
    case prefer(Int)
    case reachMilestone(Int)
    case visit(chapter: Int)
    case clearHistory
    case startPlan(isAnew: Bool)
    case completeDay(Int)
    case abandonPlan
    case writeSQL(Int, String)
    // A device syncs.
    case sync
    case push
    case pull
    case compact
    case discard(Int)
    case signOut
    case signIn
    // Its surroundings fail it.
    case offline
    case online
    case skew(minutes: Int)
    case fault(NetworkFault)
    case losePower
    case endProgram
    case crash(atChange: Int)
    // The cloud and the clock.
    case advance(minutes: Int)
    case backUpCloud
    case restoreCloud
    // An app that knows nothing of sync writes to the cloud.
    case plainAdd(verse: Int, String)
    case plainEdit(Int, String)
    case plainDelete(Int)
    case plainHighlight(verse: Int, color: Int, String)
    // The next version comes: to the cloud, to its app, to a device.
    case upgradeCloud
    case upgradeDevice
    case nextMood(Int, String)
    case nextPrayer(String)
    case nextPrayerEdit(Int, String)
    case nextPrayerDelete(Int)
    case writeMood(Int, String)
    case writePrayer(Int, String)
  }

  /// What goes wrong with the next request of a device.
  package enum NetworkFault: String, Sendable, CaseIterable {
    case dropped, lostReply, doubled, unavailable, overrun, broken
    case portal, slow, expired, refused

    /// Those that every world may meet.
    package static let common: [NetworkFault] = [
      .dropped, .lostReply, .doubled, .unavailable, .overrun, .broken,
    ]
    /// Those that some worlds meet beside them.
    package static let rare: [NetworkFault] = [.portal, .slow, .expired, .refused]
  }
}
