import Vocabulary

/// Names of rows without a natural key, the same wherever the same row is taken: from table,
/// reference, time, text, and how many like it came before.
struct RowNames {
  /// Of what came once, its first name: as little as tells it from others.
  private var seen: Set<RecordID> = []
  private var copies: [RecordID: Int] = [:]

  /// The name of the next such row.
  mutating func name(
    _ table: String, _ reference: String, _ created: String, _ text: String
  ) -> RecordID {
    let key = "\(reference)|\(created)|\(text)"
    let first = RecordID(table: table, key: "\(key)|1")
    if seen.insert(first).inserted { return first }
    let number = copies[first, default: 1] + 1
    copies[first] = number
    return RecordID(table: table, key: "\(key)|\(number)")
  }
}
