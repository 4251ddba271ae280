import Vocabulary

/// The form that a person's own words have in the cloud where sealing is on:
/// `sealed:1:<key id>:<base64url of tag and text>`.
///
/// | text in the cloud | is |
/// |---|---|
/// | `sealed:1:` … | sealed under that key |
/// | `sealed:0:` and a text | that text, which itself begins with `sealed:` and is not sealed |
/// | any other | as it is |
package enum SealedText {
  /// What a sealed text begins with.
  package static let mark = "sealed:1:"
  /// What a text begins with that looks like a sealed one and is none.
  package static let plainMark = "sealed:0:"
  /// What both begin with.
  package static let word = "sealed:"
  /// Unit: characters, `0`…`9` and `a`…`f`. A later key sorts behind an earlier one.
  package static let keyLength = 18

  /// The id of the key under which a text is sealed; nil for one that is not.
  package static func key(of text: String?) -> String? {
    guard let text, text.utf8.starts(with: mark.utf8) else { return nil }
    let rest = text.utf8.dropFirst(mark.utf8.count)
    let id = rest.prefix(keyLength)
    guard id.count == keyLength, id.allSatisfy(isKeyDigit),
      rest.dropFirst(keyLength).first == UInt8(ascii: ":")
    else { return nil }
    return String(Substring(id))
  }

  private static func isKeyDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
      || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= byte
  }
}

extension RowVersion {
  /// Whether it is the preference that tells of a sealing key.
  package func isSealingLock(in table: SyncedTable) -> Bool {
    table.name == Catalog.preferencesTable
      && cells[CellKey("key")]?.value.string?.utf8.starts(with: "sealing.".utf8) == true
  }

  /// Without the elements of sets that `change`, which holds all that this version does, has under
  /// a newer key. What one tag was called before would lie beside its new name for ever.
  package func shedding(what change: some Collection<CellKey>) -> RowVersion {
    var newest: [String: String] = [:]
    for key in change {
      guard let sealing = SealedText.key(of: key.element) else { continue }
      newest[key.column] = max(newest[key.column] ?? "", sealing)
    }
    guard !newest.isEmpty else { return self }
    return RowVersion(
      cells: cells.filter { key, _ in
        guard let element = key.element, let newest = newest[key.column] else { return true }
        return SealedText.key(of: element) ?? "" >= newest
      })
  }
}
