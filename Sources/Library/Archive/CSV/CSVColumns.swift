/// What the columns of a CSV hold, by the names in its first line.
struct CSVColumns {
  /// What a column may hold.
  enum Role: Hashable {
    case kind, reference, book, chapter, verse, lastChapter, lastVerse
    case text, title, tags, collection, color, label, created, updated, id
  }

  let places: [Role: Int]
  let count: Int
  /// Whether it is AndBible's own.
  let isAndBible: Bool

  /// Columns of a first line; nil where nothing in it tells of passages.
  init?(_ names: [String]) {
    var places: [Role: Int] = [:]
    let plain = names.map(Self.plain)
    for (place, name) in plain.enumerated() {
      guard let role = Self.roles[name], places[role] == nil else { continue }
      places[role] = place
    }
    // Of several columns that name the passage, OSIS ids are the least in doubt.
    for name in ["osisref", "osis", "osisid"] {
      if let place = plain.firstIndex(of: name) { places[.reference] = place }
    }
    let hasPassage =
      places[.reference] != nil || places[.book] != nil && places[.chapter] != nil
    guard hasPassage else { return nil }
    self.places = places
    count = names.count
    isAndBible =
      plain.contains("osisref") && (plain.contains("ordinalstart") || plain.contains("bibleref"))
  }

  /// Of a file whose first line is a record already: passage, text, tags.
  init(unnamed count: Int) {
    places = [.reference: 0, .text: 1, .tags: 2].filter { $0.value < count }
    self.count = count
    isAndBible = false
  }

  /// The separator that a first line has.
  static func separator(_ line: some Collection<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let marks = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")]
    return marks.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }.flatMap { mark in
      (counts[mark] ?? 0) > 0 ? mark : nil
    } ?? UInt8(ascii: ",")
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static let roles: [String: Role] = {
    let names: [(Role, String)] = [
      (.kind, "kind type"),
      (
        .reference,
        "reference ref osisref osis osisid verseref versereference passage bibleref "
          + "biblereference scripture"
      ),
      (.book, "book bookid bookname biblebook"), (.chapter, "chapter chapternum chapterstart"),
      (.verse, "verse versenum versenr versestart"), (.lastChapter, "chapterend"),
      (.lastVerse, "verseend"),
      (.text, "text note notes notetext content body comment"), (.title, "title heading"),
      (.tags, "tags tag labels keywords"), (.collection, "collection notebook folder"),
      (.color, "color colour highlight"), (.label, "label"),
      (.created, "created createdat date createddate"),
      (.updated, "updated updatedat modified modifiedat lastupdatedon modifieddate"),
      (.id, "id uuid cloudid"),
    ]
    var roles: [String: Role] = [:]
    for (role, words) in names {
      for word in words.split(separator: " ") { roles[String(word)] = role }
    }
    return roles
  }()
}
