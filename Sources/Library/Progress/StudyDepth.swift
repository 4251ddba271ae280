package import ChangeQueue
import Schema
import Store
import Vocabulary

/// How deep a person went: which panels of a section were opened. Only those that the app counts
/// are kept.
package struct StudyDepth {
  private let database: UserDatabase

  package init(_ database: UserDatabase) { self.database = database }

  /// The panels that count: Hebrew or Greek, history, cross-references.
  package static let countedPanels = ["cross", "heb", "hist"]

  private static let run = "depth"

  /// What was opened of a section.
  package struct Section: Sendable, Hashable {
    /// Its id: `john_3_s1`.
    package let id: String
    /// The counted panels that were opened, sorted.
    package let panels: [String]
    /// When the first of them was opened. UTC, to the millisecond.
    package let firstOpenedAt: String
  }

  /// Notes that a panel of a section was opened. False where it was open before in this run, and
  /// for a panel that does not count.
  @discardableResult
  package func open(_ section: String, _ panel: String) throws -> Bool {
    guard let (chapter, _) = Self.parts(section) else { throw LibraryError.badSection(section) }
    try TextRule.check(panel, "panel")
    guard Self.countedPanels.contains(panel) else { return false }
    return try database.write {
      let run = SQLValue.integer(try database.currentRun(Self.run))
      let known = try database.connection.first(
        """
        SELECT id FROM study_depth WHERE section_id = ?1 AND panel_type = ?2 AND run = ?3
        """, .text(section), .text(panel), run
      ) { $0.integer(0) }
      if let known {
        try database.offerAgain(database.catalog["study_depth"], localID: known)
        return false
      }
      try database.connection.run(
        """
        INSERT INTO study_depth(chapter_id, section_id, panel_type, run, first_opened_at)
        VALUES(?1, ?2, ?3, ?4, ?5)
        """, .text(chapter.text), .text(section), .text(panel), run,
        .text(try database.now().text))
      return true
    }
  }

  /// The sections of a chapter of which something was opened, in their order.
  package func chapter(_ ref: String) throws -> [Section] {
    let chapter = try ChapterID.parse(ref)
    let sections = try database.read {
      try database.connection.all(
        """
        SELECT section_id, json_group_array(panel_type), min(first_opened_at) FROM study_depth
        WHERE chapter_id = ?1 AND run = ?2 GROUP BY section_id
        """, .text(chapter.text), .integer(try database.currentRun(Self.run))
      ) {
        Section(
          id: $0.text(0), panels: sortedPanels($0.utf8(1)), firstOpenedAt: $0.text(2))
      }
    }
    return sections.filter { !$0.panels.isEmpty }
      .sorted { (Self.parts($0.id)?.number ?? 0) < (Self.parts($1.id)?.number ?? 0) }
  }

  private func sortedPanels(_ json: UnsafeBufferPointer<UInt8>) -> [String] {
    TagList.read(json).filter(Self.countedPanels.contains).sorted()
  }

  /// The chapter and the number that the id of a section names: `john_3_s1`.
  private static func parts(_ section: String) -> (chapter: ChapterID, number: Int)? {
    guard let place = section.lastIndex(of: "_"), let chapter = ChapterID(section[..<place])
    else { return nil }
    let tail = section[section.index(after: place)...]
    guard tail.first == "s", let number = Int(tail.dropFirst()), number > 0,
      "s\(number)" == tail
    else { return nil }
    return (chapter, number)
  }
}
