package import Schema
import Store
package import Vocabulary

extension UserDatabase {
  /// This file is a copy on another machine or path: its queued stamps take the new device's id, so
  /// that original and copy never give one stamp to two values.
  func resignQueue(from old: String, to new: String) throws {
    func resigned(_ stamp: Stamp) -> Stamp {
      stamp.device == old
        ? Stamp(milliseconds: stamp.milliseconds, counter: stamp.counter, device: new) : stamp
    }
    for var entry in try entries() {
      guard let table = catalog[entry.table],
        let stored = try storedStamps(table, entry.localID)
      else { continue }
      var moved: [Stamp: Stamp] = [:]
      for (key, edit) in entry.edits where edit.stamp.device == old {
        entry.edits[key]?.stamp = resigned(edit.stamp)
        moved[edit.stamp] = resigned(edit.stamp)
        if edit.base.device == old, stored.seq == nil {
          entry.edits[key]?.base = resigned(edit.base)
        }
      }
      if entry.state == .sending { entry.state = .ready }
      try update(entry)
      try moveStamps(moved, table: table, localID: entry.localID)
    }
    try setState(.offersDue, "1")
  }

  /// Gives cells of a row that carry one of these stamps the stamp it became.
  package func moveStamps(
    _ moved: [Stamp: Stamp], table: SyncedTable, localID: Int64
  ) throws {
    guard !moved.isEmpty, let stored = try storedStamps(table, localID) else { return }
    var stamps = JSONObject()
    for member in stored.stamps {
      if let elements = member.value.object {
        stamps[member.key] = .object(
          JSONObject(elements.members.map { ($0.key, self.moved($0.value, moved)) }))
      } else {
        stamps[member.key] = self.moved(member.value, moved)
      }
    }
    let stamp = moved[stored.stamp] ?? stored.stamp
    try connection.run(
      "UPDATE \(table.name) SET stamp = ?2, stamps = ?3, updated_at = ?4 WHERE id = ?1",
      .integer(localID), .text(stamp.text),
      stamps.isEmpty ? .null : .text(JSONValue.object(stamps).text),
      .text(max(stamp, stamps.newestStamp).instant.text))
  }

  private func moved(_ value: JSONValue, _ moved: [Stamp: Stamp]) -> JSONValue {
    guard let text = value.string, let new = moved[Stamp(unchecked: text)] else { return value }
    return .string(new.text)
  }
}
