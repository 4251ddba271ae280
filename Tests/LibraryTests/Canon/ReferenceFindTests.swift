import Library
import Testing

/// What is found in a text: its stored form and the words it was found in.
private func found(_ text: String) -> [String] {
  let bytes = Array(text.utf8)
  return ReferenceParser.find(text).map {
    "\($0.reference.text) = \(String(decoding: bytes[$0.start..<$0.end], as: UTF8.self))"
  }
}

@Suite struct ReferenceFindTests {
  @Test func `references in running text are found with their places`() {
    let text = "λόγος — see John 1:1, 14 and (cf. 1 Jn. 4:8–10); also Ps 23."
    #expect(
      found(text) == [
        "john 1:1 = John 1:1", "john 1:14 = 14", "1_john 4:8-10 = 1 Jn. 4:8–10",
        "psalms 23 = Ps 23",
      ])
  }

  @Test(
    arguments: [
      "press toward the mark for the prize", "I am 3 years old", "the answer is 42",
      "the time is 10:30", "at 10:30 am 5:24", "he acts 2 parts", "a job 3 people want",
      "song 4 on the record", "Mark went home", "so f", "the numbers 3 and 5", "rev 2 of the paper",
      "the judges 4 of them", "Exodus to Genesis", "in the room 4:5", "make 2:1 odds", "pp 3-5",
      "11Sam 1", "Wis.1", "Bar.1", "Tobit 1:3", "4 Kings 3:4", "Zechariah 1000", "122th Psalm",
      "Könige 1:15", "I said: 3:16", "like 3:16", "the number 10:30", "Wisdom of Solomon 3:4", "",
    ])
  func `plain words are not taken for books`(text: String) {
    #expect(found(text) == [])
  }

  @Test(
    arguments: [
      ("see romans 2 now", "romans 2"), ("see hebrews 11", "hebrews 11"),
      ("as in song_of_solomon 2 and 1_samuel 3", "song_of_solomon 2 1_samuel 3"),
      ("see Num 2", "numbers 2"), ("read Num. 6 now", "numbers 6"), ("weep at Is. 53", "isaiah 53"),
      ("the romans 2 years on", ""), ("hebrews 11 people", ""), ("Pp. 33 and 35", ""),
      ("1. John 3:16\n2. John 4:5\n3. Luke 3:2", "john 3:16 john 4:5 luke 3:2"),
      ("1. John 3:16", "1_john 3:16"), ("Q1 John 3:16", "john 3:16"), ("4 Ezra 7:28", ""),
      ("Revelation of John 1:9", "revelation 1:9"), ("Gospel of Peter 3:1", ""),
      ("Apocalypse of Peter 3:1", ""), ("Gospel of John 3:1", "john 3:1"),
      ("Rom 8:28, 2020-01-05", "romans 8:28"), ("Rom 8:28, 5%", "romans 8:28"),
      ("Rom 8:28, 12/5/2020", "romans 8:28"), ("Rom 8:28, 30", "romans 8:28 romans 8:30"),
      ("See Heb. 11, esp. v. 6", "hebrews 11 hebrews 11:6"),
      ("count num 2 too", ""), ("that is. 53 of them", ""),
    ])
  func `names that are hardly words, stored names and names cut short are found`(
    text: String, expected: String
  ) {
    let found = ReferenceParser.find(text).map(\.reference.text)
    #expect(found.joined(separator: " ") == expected)
  }

  /// Short names, names of people and names that are words: what they need beside them.
  @Test(
    arguments: [
      // A pronoun, a king, an initial: no Roman numeral of a chapter.
      ("Am I 5?", ""), ("Am I 5:3", ""), ("Is I 3 right", ""), ("So I 5 went", ""),
      ("He I. 5", ""), ("King James I. 5", ""), ("Philip II 3", ""), ("Mark I 2", ""),
      ("Job V. 3", ""), ("Acts I 2", ""), ("John I saw", ""), ("James V of Scotland", ""),
      ("Pope John XXIII", ""), ("Daniel L. Smith", ""), ("Luke X-ray", ""), ("Acts I. II", ""),
      // A number of things.
      ("Mark 5 times", ""), ("Dan 5 years old", ""), ("Job 3 points", ""), ("Acts 10 minutes", ""),
      ("Numbers 3 more", ""), ("Ruth 4 boxes", ""),
      // A short word wants chapter and verse.
      ("Am 3 too late", ""), ("Is 5 enough?", ""), ("So 3 of us", ""), ("He 3 times", ""),
      ("La 5", ""), ("Is it 5?", ""), ("I am 5:30 late", ""),
      // These are meant.
      ("Am 5:24 says", "amos 5:24"), ("in Is 53:5", "isaiah 53:5"), ("Mark 2 says", "mark 2"),
      ("John v. 6", "john 5:6"), ("Mark xvi. 15", "mark 16:15"), ("JOHN III. 16", "john 3:16"),
      ("John V:6", "john 5:6"), ("Job xix. 25", "job 19:25"), ("Isa. I. 5", "isaiah 1:5"),
      ("1 Cor. XIII. 4", "1_corinthians 13:4"), ("Jn iii:xvi", "john 3:16"),
      ("Psalm number 23", "psalms 23"), ("Acts 2 and 3", "acts 2-3"),
    ])
  func `a name that is a word is a book only beside numbers of its own`(
    text: String, stored: String
  ) {
    let found = ReferenceParser.find(text).map(\.reference)
    #expect(ReferenceParser.format(found, .canonical) == stored)
  }

  @Test func `only the reference of a sentence with book-like words is found`() {
    let text = "press toward the mark for the prize. Phil 3:13, 14"
    #expect(found(text) == ["philippians 3:13-14 = Phil 3:13, 14"])
  }

  @Test func `a number by chance after a reference is not a verse`() {
    #expect(found("In John 3:16, 3 people spoke") == ["john 3:16 = John 3:16"])
    #expect(found("In John 3:16, 17 we read") == ["john 3:16-17 = John 3:16, 17"])
    #expect(found("John 3. 16 people came") == ["john 3 = John 3"])
  }

  @Test func `what does not exist is passed over, what stands beside it is kept`() {
    #expect(found("John 3:99, 16") == ["john 3:16 = 16"])
    #expect(found("Genesis 51, 50") == ["genesis 50 = 50"])
    #expect(found("3 John 15 and Jude 3") == ["jude 1:3 = Jude 3"])
  }

  @Test func `common words with a capital or with chapter and verse are books`() {
    #expect(found("see Mark 2") == ["mark 2 = Mark 2"])
    #expect(found("see mark 2:3") == ["mark 2:3 = mark 2:3"])
    #expect(found("is 53:5") == ["isaiah 53:5 = is 53:5"])
    #expect(found("in Is 53:5") == ["isaiah 53:5 = Is 53:5"])
    #expect(found("see jn 3 or ps 23") == ["john 3 = jn 3", "psalms 23 = ps 23"])
  }
}
