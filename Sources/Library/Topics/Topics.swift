package import ChangeQueue
import Store
import Vocabulary

/// The topics that a person bookmarked: at most one bookmark for each topic and type.
package struct Topics {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// Bookmarks a topic. One that was bookmarked keeps its time, and its title and summary where
  /// the new ones are nil; one that was deleted lives again.
  package func bookmark(
    _ topic: String, type: TopicType = .official, title: String? = nil, summary: String? = nil
  ) throws -> Topic {
    try TextRule.check(topic, "id")
    if let title { try TextRule.check(title, "title") }
    if let summary { try TextRule.check(summary, "summary") }
    let id = try database.write {
      let known = try database.connection.first(
        "SELECT id FROM bookmarked_topics WHERE topic_id = ?1 AND topic_type = ?2", .text(topic),
        .text(type.rawValue)
      ) { $0.integer(0) }
      guard let known else { return try insert(topic, type, title, summary) }
      try database.restore(.topic, known)
      try database.connection.run(
        """
        UPDATE bookmarked_topics SET cached_title = coalesce(?2, cached_title),
          cached_summary = coalesce(?3, cached_summary) WHERE id = ?1
        """, .integer(known), SQLValue(title), SQLValue(summary))
      let given = [("cached_title", title), ("cached_summary", summary)].filter { $0.1 != nil }
      try database.assert(.topic, known, given.map(\.0))
      return known
    }
    return try get(id)
  }

  /// Takes the bookmarks of a topic away: that of a type, or all. Answers how many there were.
  @discardableResult
  package func unbookmark(_ topic: String, type: TopicType? = nil) throws -> Int64 {
    try TextRule.check(topic, "id")
    return try database.write {
      let found = try find(topic: topic, type: type)
      for topic in found { try delete(topic.id) }
      return Int64(found.count)
    }
  }

  /// Moves a living bookmark to the trash.
  package func delete(_ id: Int64) throws { try database.delete(.topic, id) }

  /// Brings a bookmark back from the trash; a living one stays as it is.
  package func restore(_ id: Int64) throws -> Topic {
    try database.restore(.topic, id)
    return try get(id)
  }

  /// A living bookmark; an unknown or deleted one is an error.
  package func get(_ id: Int64) throws -> Topic { try database.living(id, as: Topic.self) }

  /// Whether a topic is bookmarked, under a type or under any.
  package func has(_ topic: String, type: TopicType? = nil) throws -> Bool {
    try TextRule.check(topic, "id")
    return try !find(topic: topic, type: type, limit: 1).isEmpty
  }

  /// Bookmarked topics, the latest bookmarked first; deleted ones, and only them, where asked for.
  package func find(
    topic: String? = nil, type: TopicType? = nil, isDeleted: Bool = false, limit: Int64? = nil
  ) throws -> [Topic] {
    var query = RowQuery()
    query.add(isDeleted: isDeleted)
    if let topic { query.add("row.topic_id = ?", [.text(topic)]) }
    if let type { query.add("row.topic_type = ?", [.text(type.rawValue)]) }
    return try query.rows(
      "ORDER BY row.bookmarked_at DESC, row.id DESC", limit: limit, in: database)
  }

  private func insert(
    _ topic: String, _ type: TopicType, _ title: String?, _ summary: String?
  ) throws -> Int64 {
    try database.connection.run(
      """
      INSERT INTO bookmarked_topics(topic_id, topic_type, cached_title, cached_summary,
        bookmarked_at) VALUES(?1, ?2, ?3, ?4, ?5)
      """, .text(topic), .text(type.rawValue), SQLValue(title), SQLValue(summary),
      .text(try database.now().text))
    let id = database.connection.lastInsertID
    let left = [("cached_title", title), ("cached_summary", summary)].filter { $0.1 == nil }
    try database.leaveOut(.topic, id, left.map(\.0))
    return id
  }
}
