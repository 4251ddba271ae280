/// The plans that come with the program: by rule over the canon, or selections of our own.
enum BuiltInPlans {
  /// Made at first use.
  static let all: [Plan] = wholes + parts + selections

  private static func plan(
    _ id: String, _ name: String, _ description: String, _ days: [[Reference]],
    covers claim: PlanClaim? = nil, pace: PlanPace = .daily
  ) -> Plan {
    Plan(
      id: id, name: name, description: description, days: days, claim: claim, pace: pace,
      isBuiltIn: true)
  }

  private static func books(_ positions: ClosedRange<Int>) -> [Book] {
    positions.map(Book.init(known:))
  }

  private static func claim(_ books: [Book], _ text: String) -> PlanClaim {
    PlanClaim(books.map(Reference.init(whole:)), text)
  }

  private static let psalms = Book(known: 19)
  private static let luke = Book(known: 42)
  private static let bible = claim(Canon.books, "the Bible")
  private static let newTestament = claim(Testament.new.books, "the New Testament")
  /// Psalm 119 goes by its stanzas of eight verses.
  private static let psalmPieces = PlanRule.chapters(of: [psalms], dividing: psalms, 119, each: 8)

  // MARK: - Whole Bible

  private static var wholes: [Plan] {
    let inOrder = PlanRule.chapters(of: Canon.books, dividing: psalms, 119, each: 8)
    return [
      plan(
        "mcheyne", "M'Cheyne's four readings",
        """
        Four places a day after Robert Murray M'Cheyne: the Old Testament once in a year, the New \
        Testament and the Psalms twice. Days are divided by length; printed tables may differ by \
        a chapter.
        """, mcheyne,
        covers: PlanClaim(
          (Canon.books + Testament.new.books + [psalms]).map(Reference.init(whole:)),
          "the Bible, with the New Testament and Psalms twice")),
      plan(
        "bible_in_a_year", "The Bible in a year",
        "From Genesis to Revelation as the books stand, in 365 days of about equal length.",
        PlanRule.spread(inOrder, over: 365), covers: bible),
      plan(
        "bible_in_two_years", "The Bible in two years",
        "From Genesis to Revelation as the books stand, one or two chapters a day.",
        PlanRule.spread(inOrder, over: 730), covers: bible),
    ]
  }

  /// The first column goes from Genesis to Chronicles, the third from Ezra to Malachi without the
  /// Psalms. The second is Gospels, Psalms, Acts to Revelation; the fourth Acts to Revelation,
  /// Matthew, Mark, Psalms, Luke, John. The New Testament goes by chapters, Luke 1 in two days.
  private static var mcheyne: [[Reference]] {
    let psalmDays = PlanRule.spread(psalmPieces, over: 104)
    func days(_ positions: ClosedRange<Int>) -> [[Reference]] {
      PlanRule.eachDay(
        PlanRule.chapters(of: books(positions), dividing: luke, 1, each: 40))
    }
    let withoutPsalms = books(15...18) + books(20...39)
    return PlanRule.columns(
      PlanRule.spread(PlanRule.chapters(of: books(1...14)), over: 365),
      days(40...43) + psalmDays + days(44...66),
      PlanRule.spread(PlanRule.chapters(of: withoutPsalms), over: 365),
      days(44...66) + days(40...41) + psalmDays + days(42...43))
  }

  // MARK: - Parts of it

  private static var parts: [Plan] {
    func spread(
      _ id: String, _ name: String, _ description: String, _ positions: ClosedRange<Int>,
      over days: Int, _ text: String
    ) -> Plan {
      let chosen = books(positions)
      return plan(
        id, name, description, PlanRule.spread(PlanRule.chapters(of: chosen), over: days),
        covers: claim(chosen, text))
    }
    return [
      plan(
        "psalms_in_30_days", "Psalms in 30 days",
        "All psalms in a month, in their order, about 82 verses a day.",
        PlanRule.spread(psalmPieces, over: 30), covers: claim([psalms], "Psalms")),
      plan(
        "proverbs_by_date", "Proverbs by the date",
        "On each day of the month the chapter of Proverbs with its number.",
        PlanRule.eachDay(PlanRule.chapters(of: books(20...20))),
        covers: claim(books(20...20), "Proverbs"), pace: .dayOfMonth),
      spread(
        "gospels_in_30_days", "The Gospels in 30 days",
        "Matthew, Mark, Luke and John, about three chapters a day.", 40...43, over: 30,
        "Matthew, Mark, Luke and John"),
      spread(
        "new_testament_in_90_days", "The New Testament in 90 days",
        "From Matthew to Revelation in a quarter of a year.", 40...66, over: 90,
        newTestament.text),
      plan(
        "new_testament_by_chapter", "The New Testament, a chapter a day",
        "260 days: as many as a year has weekdays.",
        PlanRule.eachDay(PlanRule.chapters(of: Testament.new.books)), covers: newTestament),
      spread(
        "torah_in_90_days", "The five books of Moses",
        "From creation to the edge of the land: Genesis to Deuteronomy, about two chapters a day.",
        1...5, over: 90, "Genesis to Deuteronomy"),
      spread(
        "prophets_in_90_days", "The prophets in 90 days",
        "From Isaiah to Malachi, about three chapters a day.", 23...39, over: 90,
        "Isaiah to Malachi"),
      plan(
        "wisdom_in_31_days", "Wisdom in a month",
        "Job, Proverbs, Ecclesiastes and the Song of Solomon.",
        PlanRule.spread(PlanRule.chapters(of: wisdom), over: 31),
        covers: claim(wisdom, "Job, Proverbs, Ecclesiastes and the Song of Solomon")),
      plan(
        "paul_in_30_days", "The letters of Paul",
        "All letters under Paul's name, in the order in which they may have been written.",
        PlanRule.spread(PlanRule.chapters(of: paul), over: 30),
        covers: claim(paul, "Romans to Philemon")),
    ]
  }

  private static let wisdom = [18, 20, 21, 22].map(Book.init(known:))
  /// Galatians, Thessalonians, Corinthians, Romans; from prison; to Timothy and Titus.
  private static let paul = [48, 52, 53, 46, 47, 45, 57, 51, 49, 50, 54, 56, 55].map(
    Book.init(known:))

  // MARK: - Selections

  private static var selections: [Plan] {
    [
      plan(
        "story_in_60_days", "The story in 60 days",
        "One path through the whole story, from creation to the new creation, as it happened.",
        PlanRule.selection(PlanSelections.story)),
      plan(
        "advent", "Advent", "24 readings that wait for the birth of Jesus: 1 to 24 December.",
        PlanRule.selection(PlanSelections.advent)),
      plan(
        "holy_week", "Holy Week", "Eight days, from the entry into Jerusalem to Easter.",
        PlanRule.selection(PlanSelections.holyWeek)),
    ]
  }
}
