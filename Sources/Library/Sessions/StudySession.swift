import Store

/// A time of study, as it was when it was read. It stays on this device.
package struct StudySession: Sendable, Hashable, Identifiable {
  /// Its id on this device.
  package let id: Int64
  /// The id of the chapter: `john_3`.
  package let chapterID: String
  /// UTC, to the millisecond.
  package let startedAt: String
  /// Nil for one that goes on.
  package let endedAt: String?
  /// How long it took; 0 while it goes on. Unit: milliseconds.
  package let durationMilliseconds: Int64
}

extension StudySession {
  static let columns = "row.id, row.chapter_id, row.started_at, row.ended_at, row.duration_ms"

  init(_ row: Statement) {
    id = row.integer(0)
    chapterID = row.text(1)
    startedAt = row.text(2)
    endedAt = row.optionalText(3)
    durationMilliseconds = row.integer(4)
  }
}

/// Something that a person did in a time of study.
package struct SessionEvent: Sendable, Hashable {
  /// The sorts that the app knows.
  package enum Sort: String, Sendable, CaseIterable {
    case panelOpen = "panel_open"
    case panelClose = "panel_close"
    case scholarView = "scholar_view"
    case sectionScroll = "section_scroll"
    case verseTap = "verse_tap"
  }

  /// Which sort.
  package var sort: Sort
  /// The panel it was in; nil for none.
  package var panel: String?
  /// The scholar who was read; nil for none.
  package var scholar: String?
  /// The section it was in; nil for none.
  package var section: String?
  /// Since the session began. Unit: milliseconds.
  package var afterMilliseconds: Int64 = 0

  package init(
    _ sort: Sort, panel: String? = nil, scholar: String? = nil, section: String? = nil
  ) {
    self.sort = sort
    self.panel = panel
    self.scholar = scholar
    self.section = section
  }
}
