package import ChangeQueue
import Store
import Vocabulary

/// Something that a person reported, as it was when it was read. It stays on this device.
package struct Flag: Sendable, Hashable, Identifiable {
  /// Why something is reported.
  package enum Reason: String, Sendable, CaseIterable {
    case spam = "Spam"
    case inappropriate = "Inappropriate content"
    case offTopic = "Off-topic"
    case harmful = "Harmful/dangerous advice"
    case other = "Other"
  }

  /// Its id on this device.
  package let id: Int64
  /// What the app calls the reported thing.
  package let content: String
  /// What sort of thing it is: `submission`.
  package let type: String
  /// A name of `Reason`, unless another program wrote it.
  package let reason: String
  /// More about it; nil for nothing said.
  package let details: String?
  /// UTC, to the millisecond.
  package let flaggedAt: String
}

extension Flag {
  static let columns = """
    row.id, row.content_id, row.content_type, row.reason, row.details, row.flagged_at
    """

  init(_ row: Statement) {
    id = row.integer(0)
    content = row.text(1)
    type = row.text(2)
    reason = row.text(3)
    details = row.optionalText(4)
    flaggedAt = row.text(5)
  }
}

/// What a person reported: at most one flag for each thing.
package struct Flags {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Reports a thing. A second report of it takes the place of the first.
  ///
  /// `details` has at most `Limits.flagDetails` characters.
  package func add(
    _ content: String, type: String, reason: Flag.Reason, details: String? = nil
  ) throws -> Flag {
    try TextRule.check(content, "id")
    try TextRule.check(type, "type")
    if let details {
      try TextRule.check(details, "details")
      guard details.count <= Limits.flagDetails else {
        throw LibraryError.longDetails(characters: details.count)
      }
    }
    let now = database.surroundings.now().text
    try database.write {
      try database.connection.run(
        """
        INSERT OR REPLACE INTO flagged_content(content_id, content_type, reason, details,
          flagged_at) VALUES(?1, ?2, ?3, ?4, ?5)
        """, .text(content), .text(type), .text(reason.rawValue), SQLValue(details), .text(now))
    }
    return Flag(
      id: database.connection.lastInsertID, content: content, type: type, reason: reason.rawValue,
      details: details, flaggedAt: now)
  }

  /// Whether a thing was reported, under any type.
  package func has(_ content: String) throws -> Bool { try !find(content: content).isEmpty }

  /// Flags, the latest first; of one thing, of one type, where one is given.
  package func find(
    content: String? = nil, type: String? = nil, limit: Int64? = nil
  ) throws -> [Flag] {
    var query = RowQuery()
    if let content { query.add("row.content_id = ?", [.text(content)]) }
    if let type { query.add("row.content_type = ?", [.text(type)]) }
    return try database.read {
      try query.statement(
        Flag.columns, from: "flagged_content", "ORDER BY row.flagged_at DESC, row.id DESC",
        limit: limit, on: database.connection
      ).all(Flag.init)
    }
  }
}
