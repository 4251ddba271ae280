import Store

/// A chapter that was opened, as it was when it was read from the library.
package struct ReadChapter: Sendable, Hashable {
  /// Its id on this device.
  package let id: Int64
  /// The stored form of its reference: `john 3`.
  package let ref: String
  /// The id of its book: `john`.
  package let book: String
  /// From 1.
  package let chapter: Int64
  /// When it was first read: the earliest time of all devices. UTC, to the millisecond.
  package let completedAt: String?
  /// When it was last opened: the latest time of all devices. UTC, to the millisecond.
  package let lastVisitedAt: String?
  /// The name it has in the cloud and on other devices.
  package let cloudID: String
}

extension ReadChapter {
  static let columns = """
    row.id, row.book_id, row.chapter_num, row.completed_at, row.last_visited_at, row.cloud_id
    """

  init(_ row: Statement) {
    id = row.integer(0)
    book = row.text(1)
    chapter = row.integer(2)
    ref = "\(book) \(chapter)"
    completedAt = row.optionalText(3)
    lastVisitedAt = row.optionalText(4)
    cloudID = row.text(5)
  }
}
