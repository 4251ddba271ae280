/// `CanonText` in the form that look-ups need.
struct CanonTable: Sendable {
  struct Row: Sendable {
    var id: String
    var osis: String
    var usfm: String
    var name: String
    var shortName: String
    /// Where its chapters begin in `verses`.
    var firstChapter: UInt16
    var chapterCount: UInt8
  }

  private(set) var rows: [Row] = []
  /// Verses of all chapters of all books, one after the other.
  private(set) var verses: [UInt8] = []
  private var positions: [WordHash: UInt8] = [:]

  init() {
    rows.reserveCapacity(Canon.bookCount)
    verses.reserveCapacity(Canon.chapterCount)
    positions.reserveCapacity(Canon.bookCount)
    for line in Self.bytes(of: CanonText.books).split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "|")).map {
        String(decoding: $0, as: UTF8.self)
      }
      precondition(fields.count == 5)
      rows.append(
        Row(
          id: fields[0], osis: fields[1], usfm: fields[2], name: fields[3], shortName: fields[4],
          firstChapter: 0, chapterCount: 0))
      positions[WordHash(of: fields[0].utf8)] = UInt8(rows.count)
    }
    readVerses()
    precondition(rows.count == Canon.bookCount && verses.count == Canon.chapterCount)
  }

  func book(idHash: WordHash) -> Book? {
    positions[idHash].map { Book(known: Int($0)) }
  }

  private mutating func readVerses() {
    var count: UInt8 = 0
    var row = 0
    for byte in Self.bytes(of: CanonText.verses) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count = count * 10 + (byte - UInt8(ascii: "0"))
      default:
        if count > 0 {
          verses.append(count)
          rows[row].chapterCount += 1
          count = 0
        }
        if byte == UInt8(ascii: ";") {
          row += 1
          rows[row].firstChapter = UInt16(verses.count)
        }
      }
    }
    verses.append(count)
    rows[row].chapterCount += 1
  }

  private static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
