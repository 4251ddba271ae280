/// Verses that exist in Hebrew or in some modern Bibles but not in King James numbering.
///
/// Why: such a reference is refused with its place here, never moved in silence.
enum OtherNumbering {
  /// Where the verse stands in our numbering; nil if no known numbering has it.
  static func place(_ book: Book, _ chapter: Int, _ verse: Int) -> VersePosition? {
    if let span = spans.first(where: {
      $0.book == book && $0.chapter == chapter && $0.verses.contains(verse)
    }) {
      return VersePosition(
        known: book, span.hereChapter, span.hereVerse + verse - span.verses.lowerBound)
    }
    let last = book.verseCount(ofChapter: chapter)
    guard book.id == "psalms", let titleVerses = titleVerses[chapter], verse > last,
      verse <= last + titleVerses
    else { return nil }
    return VersePosition(known: book, chapter, verse - titleVerses)
  }

  private struct Span: Sendable {
    var book: Book
    var chapter: Int
    var verses: ClosedRange<Int>
    var hereChapter: Int
    var hereVerse: Int
  }

  /// How many verses the title of a psalm counts in Hebrew numbering.
  private static let titleVerses: [Int: Int] = {
    var verses: [Int: Int] = [51: 2, 52: 2, 54: 2, 60: 2]
    let withOne: [[Int]] = [
      [3, 4, 5, 6, 7, 8, 9, 12, 18, 19, 20, 21, 22, 30, 31, 34, 36, 38, 39, 40, 41, 42],
      [44, 45, 46, 47, 48, 49, 53, 55, 56, 57, 58, 59, 61, 62, 63, 64, 65, 67, 68, 69, 70],
      [75, 76, 77, 80, 81, 83, 84, 85, 88, 89, 92, 102, 108, 140, 142],
    ]
    for psalm in withOne.joined() { verses[psalm] = 1 }
    return verses
  }()

  private static let spans: [Span] = text.split(separator: ";").map { line in
    let words = line.split { $0.isWhitespace }
    let numbers = words.dropFirst().map { Int($0) ?? 0 }
    guard let book = Canon.book(id: words[0]), numbers.count == 5 else {
      preconditionFailure("a line of the table is a book and five numbers")
    }
    return Span(
      book: book, chapter: numbers[0], verses: numbers[1]...numbers[2],
      hereChapter: numbers[3], hereVerse: numbers[4])
  }

  /// Book, chapter, first and last verse there; chapter and first verse here.
  private static let text = """
    genesis 32 33 33 32 32; exodus 7 26 29 8 1; exodus 21 37 37 22 1; leviticus 5 20 26 6 1;
    numbers 17 14 15 16 49; numbers 17 16 28 17 1; numbers 30 17 17 30 16;
    deuteronomy 13 19 19 13 18; deuteronomy 23 26 26 23 25; deuteronomy 28 69 69 29 1;
    1_samuel 21 16 16 21 15; 1_samuel 24 23 23 24 22; 2_samuel 19 44 44 19 43;
    1_kings 5 19 32 5 5; 1_kings 22 54 54 22 53; 2_kings 12 22 22 12 21;
    1_chronicles 5 27 41 6 1; 1_chronicles 12 41 41 12 40;
    2_chronicles 1 18 18 2 1; 2_chronicles 13 23 23 14 1;
    nehemiah 3 33 38 4 1; nehemiah 10 40 40 10 39; job 40 25 32 41 1;
    ecclesiastes 4 17 17 5 1; song_of_solomon 7 14 14 7 13; isaiah 8 23 23 9 1;
    jeremiah 8 23 23 9 1; ezekiel 21 33 37 21 28; daniel 3 31 33 4 1; daniel 6 29 29 6 28;
    hosea 2 24 25 2 22; hosea 12 15 15 12 14; hosea 14 10 10 14 9; joel 4 1 21 3 1;
    jonah 2 11 11 2 10; micah 4 14 14 5 1; nahum 2 14 14 2 13; zechariah 2 14 17 2 10;
    malachi 3 19 24 4 1; 3_john 1 15 15 1 14; revelation 12 18 18 13 1
    """
}
