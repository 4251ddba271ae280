import EmbeddedCloud
import Store

extension Simulation {
  /// Every text that was typed stands somewhere, or was typed over or deleted by who had seen it.
  func checkThatNothingIsLost() throws {
    var held = try cloudTexts()
    for device in world.devices { held.formUnion(try texts(on: device)) }
    let lost = ledger.typed.subtracting(ledger.letGo).subtracting(held)
    if let text = lost.min() { throw BrokenPromise("nothing is lost", "\(text) is nowhere") }
    guard !wasReset, !wasDiscarded else { return }
    let hidden = ledger.typed.subtracting(ledger.letGo)
      .subtracting(try cloudTexts(areAlive: true))
      .subtracting(try outdone())
    if let text = hidden.min() {
      throw BrokenPromise("what loses to a deletion is kept", "\(text) is only in the trash")
    }
  }

  /// Texts of dead notes in which another column was edited later: who deletes such a note has
  /// seen a later edit, and so counts as having seen this one.
  private func outdone() throws -> Set<String> {
    let dead = try world.cloud.connection.all(
      "SELECT id, note_text FROM user_notes WHERE deleted_at IS NOT NULL"
    ) { (id: $0.text(0), text: $0.text(1)) }
    let known = lastWords.haveClocksAgreed ? lastWords.lastTexts : [:]
    let texts = dead.filter { known[$0.id] != $0.text }.map(\.text)
    guard isCloudUpgraded else { return Set(texts) }
    // A device that does not know moods has seen them all the same, as far as it can.
    let moods = try world.cloud.connection.all(
      "SELECT mood FROM user_notes WHERE deleted_at IS NOT NULL"
    ) { $0.text(0) }
    return Set(texts + moods)
  }
}
