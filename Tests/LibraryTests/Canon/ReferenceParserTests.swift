import Library
import Testing
import Vocabulary

/// The references of a text in their stored form, joined by `; `.
private func parsed(_ text: String) throws -> String {
  ReferenceParser.format(try ReferenceParser.parse(text), .canonical)
}

@Suite struct ReferenceParserTests {
  @Test(
    arguments: [
      ("John 3:16", "john 3:16"), ("jn 3.16", "john 3:16"), ("JOHN 3 : 16", "john 3:16"),
      ("john 3 16", "john 3:16"), ("John3:16", "john 3:16"),
      ("1 cor 13:4-7", "1_corinthians 13:4-7"),
      ("1cor13", "1_corinthians 13"), ("I Cor. 13", "1_corinthians 13"),
      ("Song of Solomon 4:7", "song_of_solomon 4:7"), ("genesis_1:3", "genesis 1:3"),
      ("genesis:1:3", "genesis 1:3"), ("1_samuel_10:5", "1_samuel 10:5"),
      ("Gen 1:1-2:3", "genesis 1:1-2:3"), ("Gen 1-2:3", "genesis 1:1-2:3"),
      ("Gen 1:5-ch 2", "genesis 1:5-2:25"), ("Gen 1-3", "genesis 1-3"), ("Genesis", "genesis 1-50"),
      ("Jude", "jude 1"), ("Jude 20", "jude 1:20"), ("Obadiah 21", "obadiah 1:21"),
      ("Jude 1", "jude 1"), ("Jude v 1", "jude 1:1"), ("Jude 1-3", "jude 1:1-3"),
      ("Jude 1, 5", "jude 1:1; jude 1:5"), ("Jude 1:5", "jude 1:5"),
      ("Jude 5; 7", "jude 1:5; jude 1:7"),
      ("Judges 1", "judges 1"), ("Philemon 1:9", "philemon 1:9"), ("Phil 1:9", "philippians 1:9"),
      ("Phlm 9", "philemon 1:9"), ("jon 1:1", "jonah 1:1"), ("Lev. 17–18", "leviticus 17-18"),
      ("Titus 1:1-4,2:15-3:3,12-13,15", "titus 1:1-4; titus 2:15-3:3; titus 3:12-13; titus 3:15"),
      ("Matthew xvii. 19-21", "matthew 17:19-21"), ("Isa. iii. 10, 11", "isaiah 3:10-11"),
      ("Ps xxiii", "psalms 23"), ("John v. 6", "john 5:6"), ("Gen i-iii", "genesis 1-3"),
      ("Gen 1 v 2", "genesis 1:2"), ("Gen chapter 1 verses 2 to 4", "genesis 1:2-4"),
      ("Gen 3v16", "genesis 3:16"), ("Psalm 23, verse 6", "psalms 23:6"),
      ("23rd Psalm", "psalms 23"), ("Rom 8:28f", "romans 8:28-29"),
      ("Rom 8:28ff", "romans 8:28-39"),
      ("Rom 8:28 ff.", "romans 8:28-39"), ("Rom 8:39f", "romans 8:39"), ("Rom 8f", "romans 8-9"),
      ("Rom 8:28-end", "romans 8:28-39"), ("John 3:16a", "john 3:16"),
      ("John 3:16b-17a", "john 3:16-17"), ("(John 3:16)", "john 3:16"),
      ("John 3:16 (NIV)", "john 3:16"),
      ("John 3:16 KJV", "john 3:16"), ("John 3:16, 17", "john 3:16-17"),
      ("John 3:16, 18", "john 3:16; john 3:18"), ("John 3:16; 4", "john 3:16; john 4"),
      ("Gen 1:1, Exod 2:3; 4:5 and 1 John 3:1", "genesis 1:1; exodus 2:3; exodus 4:5; 1_john 3:1"),
      ("Gen 49-Exod 2", "genesis 49-50; exodus 1-2"),
      ("Mal 4-Mark 1", "malachi 4; matthew 1-28; mark 1"),
      ("Gen.1.1-Gen.1.3", "genesis 1:1-3"), ("Exod.1", "exodus 1"), ("JHN 3:16", "john 3:16"),
      ("John\u{a0}3:16", "john 3:16"), ("John\u{2009}3\u{202f}:\u{3000}16", "john 3:16"),
      ("\u{feff}John 3:16\n", "john 3:16"), ("John 3：16", "john 3:16"),
    ])
  func `usual forms are understood`(text: String, stored: String) throws {
    #expect(try parsed(text) == stored)
  }

  @Test(
    arguments: [
      ("Ps. XIX. I", "psalms 19:1"), ("Ps. XIX. I-III", "psalms 19:1-3"),
      ("Jn iii:xvi", "john 3:16"), ("Jn iii:xvi-xviii", "john 3:16-18"),
      ("I Cor. xiii. iv-vii", "1_corinthians 13:4-7"), ("Isa. iii. x, xi", "isaiah 3:10-11"),
      ("Isa. iii. x, iv. 5", "isaiah 3:10; isaiah 4:5"),
      ("Isa. iii. x; iv", "isaiah 3:10; isaiah 4"),
      ("John iii, 16", "john 3:16"), ("John iii, iv", "john 3-4"), ("John iii-v", "john 3-5"),
      ("Jude v", "jude 1:5"), ("Jude i. 5", "jude 1:5"), ("Philemon I:6", "philemon 1:6"),
      ("Genesis chapter i verse ii", "genesis 1:2"), ("John ch. iii v. xvi", "john 3:16"),
      ("Second Kings chapter v", "2_kings 5"),
      ("John iij 12", "john 3:12"), ("Gen ij 3", "genesis 2:3"), ("Gen. iiij. 3", "genesis 4:3"),
      ("Matt vij 3", "matthew 7:3"), ("Ps xxij", "psalms 22"), ("Ps. xviiij. ij", "psalms 19:2"),
    ])
  func `Roman numerals stand for chapters and verses`(text: String, stored: String) throws {
    #expect(try parsed(text) == stored)
  }

  @Test(
    arguments: [
      ("chapter 3 of John", "john 3"), ("the third chapter of John", "john 3"),
      ("3rd chapter of 1 John", "1_john 3"), ("chapters 3 and 4 of John", "john 3-4"),
      ("chapter iii of the Gospel of John", "john 3"),
      ("Chapter three of Second Kings", "2_kings 3"),
      ("verse 16 of John 3", "john 3:16"), ("verses 1-3 of Psalm 23", "psalms 23:1-3"),
      ("verse 16 of chapter 3 of John", "john 3:16"), ("the 5th verse of Jude", "jude 1:5"),
      ("chapter 3, verses 16 to 18 of John", "john 3:16-18"),
      ("John the third chapter", "john 3"), ("John chapter three, verse sixteen", "john 3:16"),
      ("John three sixteen", "john 3:16"), ("John 3 verse 16 to 18", "john 3:16-18"),
      ("psalm the 23rd", "psalms 23"), ("Psalm 23rd", "psalms 23"), ("the 23rd psalm", "psalms 23"),
      ("Psalm number 23", "psalms 23"), ("Ps. no. 23", "psalms 23"),
      ("Psalm twenty-three", "psalms 23"), ("Psalm one hundred and nineteen", "psalms 119"),
      ("Psalm the sixteenth", "psalms 16"), ("First John one nine", "1_john 1:9"),
    ])
  func `numbers in words and the book last are understood`(text: String, stored: String) throws {
    #expect(try parsed(text) == stored)
  }

  @Test(arguments: [
    ("chapter 30 of John", "'chapter 30 of John': John ends with chapter 21"),
    ("verse 99 of John 3", "'verse 99 of John 3': John 3 ends with verse 36"),
    (
      "the fourth chapter of Joel",
      "'the fourth chapter of Joel': Joel 4:1 belongs to another numbering of verses"
    ),
    ("chapter of John", "'chapter of John': no book is called 'chapter of John'"),
    ("verse 16 of John", "'verse 16 of John': no book is called 'verse'"),
    ("John three men", "'John three men': 'three' at byte 6 is no part of a reference"),
  ])
  func `what is wrong in words is said of the words`(text: String, summary: String) {
    let error = #expect(throws: LibraryError.self) { try ReferenceParser.parse(text) }
    #expect(error?.summary == summary)
  }

  @Test(arguments: [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}",
  ])
  func `every dash makes a range`(dash: String) throws {
    #expect(try parsed("John 3:16\(dash)18") == "john 3:16-18")
    #expect(try parsed("John 3:16 \(dash) 18") == "john 3:16-18")
    #expect(try parsed("John 3\(dash)4") == "john 3-4")
  }

  @Test(
    arguments: [
      ("Exodus 5:26", "'Exodus 5:26': Exodus 5 ends with verse 23"),
      ("Philemon 2:1", "'Philemon 2:1': Philemon has one chapter of 25 verses"),
      ("Jude 26", "'Jude 26': Jude 1 ends with verse 25"),
      ("Ps 151:1", "'Ps 151:1': Psalms ends with chapter 150"),
      ("Zechariah 1000", "'Zechariah 1000': Zechariah ends with chapter 14"),
      ("John 0", "'John 0': chapters begin at 1; John has 21"),
      ("John 3:0", "'John 3:0': verses begin at 1; John 3 has 36"),
      ("John 3:16-99", "'John 3:16-99': John 3 ends with verse 36"),
      ("John 3:16-14", "'John 3:16-14': the range ends before it begins"),
      ("micah-jon", "'micah-jon': the range ends before it begins"),
      ("Judith 1:1", "'Judith 1:1': no book is called 'Judith'"),
      ("1 Könige 1:15", "'1 Könige 1:15': no book is called '1 Könige'"),
      ("1. Korinther 13", "'1. Korinther 13': no book is called '1. Korinther'"),
      ("11Sam 1", "'11Sam 1': no book is called '11Sam'"), ("", "there is no reference"),
      ("  \u{a0} ", "there is no reference"),
      ("3:16", "'3:16': '3' at byte 1 is no part of a reference"),
      ("John 3:16 foo", "'John 3:16 foo': 'foo' at byte 11 is no part of a reference"),
      ("John xxvv", "'John xxvv': 'xxvv' at byte 6 is no part of a reference"),
      ("John 3:16x", "'John 3:16x': 'x' at byte 10 is no part of a reference"),
      ("John 3:", "'John 3:': ':' at byte 7 is no part of a reference"),
      ("John 3:16-", "'John 3:16-': '-' at byte 10 is no part of a reference"),
      ("John -1", "'John -1': the dash at byte 6 has no beginning before it"),
      ("John 3:-16", "'John 3:-16': the dash at byte 8 has no beginning before it"),
      ("John 3:16 and", "'John 3:16 and': the reference is not finished"),
    ])
  func `what is wrong is said in words`(text: String, summary: String) {
    let error = #expect(throws: LibraryError.self) { try ReferenceParser.parse(text) }
    #expect(error?.summary == summary)
    #expect(error?.kind == .badValue)
    #expect(error?.hint != nil)
  }

  @Test(
    arguments: [
      ("Joel 4:1", "Joel 3:1"), ("Mal 3:23", "Malachi 4:5"), ("3 John 15", "3 John 1:14"),
      ("Rev 12:18", "Revelation 13:1"), ("Gen 32:33", "Genesis 32:32"), ("Ps 3:9", "Psalm 3:8"),
      ("Ps 51:21", "Psalm 51:19"), ("Job 40:32", "Job 41:8"), ("Num 17:28", "Numbers 17:13"),
      ("Neh 3:38", "Nehemiah 4:6"), ("Jonah 2:11", "Jonah 2:10"), ("Joel 4", "Joel 3:1"),
    ])
  func `a verse of another numbering is refused with its place here`(text: String, here: String) {
    let error = #expect(throws: LibraryError.self) { try ReferenceParser.parse(text) }
    #expect(error?.code == "library.other_numbering")
    #expect(error?.hint == "in King James numbering it is \(here)")
    #expect(ReferenceParser.find(text).isEmpty)
  }

  @Test func `several passages are refused where one is needed`() throws {
    #expect(try ReferenceParser.parseOne("John 3:16, 17").text == "john 3:16-17")
    let error = #expect(throws: LibraryError.self) { try ReferenceParser.parseOne("John 3:16; 4") }
    #expect(error?.summary == "'John 3:16; 4': these are 2 passages; one is needed")
  }

  @Test func `a book of many chapters cannot be a verse`() {
    #expect(throws: LibraryError.self) { try ReferenceParser.parse("John verse 16") }
  }
}
