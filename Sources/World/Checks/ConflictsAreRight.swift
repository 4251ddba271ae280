import EmbeddedCloud
import Store
import Vocabulary

extension Simulation {
  /// No text loses to one that its writer had seen.
  func checkThatConflictsAreRight() throws {
    guard !wasReset, !wasDiscarded else { return }
    let pairs = try world.cloud.connection.all(
      """
      SELECT mine, theirs FROM sync_conflicts WHERE mine IS NOT NULL AND theirs IS NOT NULL
      """
    ) { (lost: $0.text(0), stands: $0.text(1)) }
    for pair in pairs where ledger.isKnown(pair.stands, to: pair.lost) {
      throw BrokenPromise(
        "who has seen a text wins over it", "\(pair.lost) lost to \(pair.stands)")
    }
    guard !hasForgotten else { return }
    let own = try world.cloud.connection.first(
      """
      SELECT mine FROM sync_conflicts
      WHERE mine IS NOT NULL AND theirs IS NOT NULL
        AND substr(mine_stamp, -12) = substr(theirs_stamp, -12)
      """
    ) { $0.text(0) }
    if let own { throw BrokenPromise("nobody is in conflict with himself", own) }
  }
}
