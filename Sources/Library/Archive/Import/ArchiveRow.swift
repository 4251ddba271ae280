import Schema
import Vocabulary

/// A row as a file has it, under the name that it has on all devices.
struct ArchiveRow {
  let place: ImportPlace
  let table: SyncedTable
  var id: RecordID
  /// By column; what the file does not say is left out. References are names.
  var stamped: StampedValues
  /// What a person should know of it though it was taken.
  var remarks: [String] = []

  /// What a person knows it by: its text or passage, cut short.
  var words: String {
    let shown = [
      "verse_ref", "name", "key", "topic_id", "date", "book_id", "plan_id", "section_id",
    ]
    let first = shown.lazy.compactMap { stamped.values[$0]?.string }.first
    let text = stamped.values["note_text"]?.string ?? stamped.values["label"]?.string
    return ImportReport.shortened(
      [first, text].compactMap { $0 }.joined(separator: ": "))
  }

  /// When it was last written, before any edit of this device could have seen it.
  ///
  /// A time that is still to come counts as none: an import never beats an edit to be made.
  static func stamp(_ times: Instant?..., now: Instant) -> Stamp {
    for case let time? in times where time.milliseconds > 0 && time <= now {
      return Stamp(milliseconds: time.milliseconds, counter: 0, device: "")
    }
    return .zero
  }
}

/// What comes next out of something that is imported.
enum ImportItem {
  case row(ArchiveRow)
  /// What another program wrote.
  case record(ForeignRecord)
  /// A piece that is no row; nothing else is lost by it.
  case damaged(ImportPlace, reason: String, words: String)
}

/// What is imported, piece by piece: memory holds one piece, whatever there is of them.
protocol ImportSource: AnyObject {
  /// How much of it was read. Unit: bytes, files or records, the same as of `total`.
  var done: Int { get }
  /// How much there is; 0 where that is not known.
  var total: Int { get }
  /// The next piece; nil at the end.
  func next() throws -> ImportItem?
}
