import ChangeQueue
import Store

/// The colours of highlights.
package enum HighlightColor: String, Sendable, CaseIterable {
  case gold, blue, green, purple, coral, teal

  /// The colour of a name, in any case of letters.
  package static func named(_ name: String) throws(LibraryError) -> HighlightColor {
    guard let color = HighlightColor(rawValue: name.lowercased()) else { throw .unknownColor(name) }
    return color
  }
}

extension UserDatabase {
  /// A colour as highlights have it: one of the six, or one that another program wrote.
  func highlightColor(_ name: String) throws -> String {
    if let color = HighlightColor(rawValue: name.lowercased()) { return color.rawValue }
    let isThere = try connection.first(
      "SELECT 1 FROM verse_highlights WHERE color = ?1 LIMIT 1", .text(name)
    ) { _ in true }
    guard isThere == true else { throw LibraryError.unknownColor(name) }
    return name
  }
}

/// The colours of collections: `#rrggbb`.
package enum CollectionColor {
  /// The colour of a collection that was given none.
  package static let standard = "#bfa050"

  /// The form that is stored: lower case.
  package static func checked(_ text: String) throws(LibraryError) -> String {
    let bytes = text.utf8
    let isHex =
      bytes.count == 7 && bytes.first == UInt8(ascii: "#")
      && bytes.dropFirst().allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
      }
    guard isHex else { throw .badColor(text) }
    return text.lowercased()
  }
}
