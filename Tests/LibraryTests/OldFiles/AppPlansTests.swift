import ChangeQueue
import Library
import Schema
import Store
import Support
import Testing
import Vocabulary

/// What a file of the app knows of plans: those that were begun, and both kinds of them.
@Suite struct AppPlansTests {
  private func file(_ sql: String, version: Int64 = 26) throws -> UpgradedFile {
    let file = try UpgradedFile(version: version)
    let connection = try Connection(path: file.path)
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(sql)
    return file
  }

  @Test(arguments: [Int64(14), 26])
  func `that a plan was begun is kept, also where nothing of it was read`(version: Int64) throws {
    let file = try file(
      """
      INSERT INTO reading_plans VALUES('begun', 'Begun', '', 2,
        '[{"day":1,"chapters":["psalms_13"]},{"day":2,"chapters":["psalms_22"]}]');
      INSERT INTO plan_progress VALUES('begun', 1, NULL), ('begun', 2, NULL), ('lost', 1, NULL);
      """, version: version)
    let report = try #require(try file.upgrade())
    // Of the plan that is followed, the day that was not read says nothing.
    #expect(report.counts["plan_progress"]?.idle == 1)
    let kept = try file.rows(
      """
      SELECT row_json, reason FROM leftovers WHERE table_name = 'plan_progress' AND id IN
        (SELECT id FROM leftovers WHERE reason LIKE '%begun%') ORDER BY id
      """)
    #expect(
      kept == [
        #"{"plan_id":"begun","day_num":1}|its plan was begun, on a day not known"#,
        #"{"plan_id":"begun","day_num":2}|its plan was begun, on a day not known"#,
        #"{"plan_id":"lost","day_num":1}|its plan was begun, on a day not known"#,
      ])
    #expect(try Plans(file.open()).progress("two_psalms").state == .running)
  }

  @Test func `a plan that is active, and of which nothing was read, is followed`() throws {
    let file = try file("UPDATE plan_progress SET completed_at = NULL WHERE plan_id = 'two_psalms'")
    let report = try #require(try file.upgrade())
    #expect(report.counts["plan_progress"]?.idle == 2)
    #expect(report.line.contains("2 said nothing that others do not"))
    let progress = try Plans(file.open()).progress("two_psalms")
    // The newer plans of the file know of a day.
    #expect(progress.completed.map(\.day) == [1] && progress.isActive)
  }

  @Test(arguments: [
    "no list", "{}", #"[{"day":1,"chapters":["tobit_1"]}]"#, #"[{"chapters":["psalms_1"]}]"#,
    #"[{"day":"one","chapters":["psalms_1"]}]"#, #"[{"day":1,"chapters":[7]}]"#,
  ])
  func `a plan whose days cannot be read is kept beside too, as it was`(json: String) throws {
    let file = try file(
      "INSERT INTO reading_plans VALUES('torn', 'Torn', '', 1, '\(json)')")
    try file.upgrade()
    let plan = try Plans(file.open()).get("torn")
    #expect(!plan.unreadable.isEmpty)
    let kept = try file.rows(
      "SELECT reason FROM leftovers WHERE table_name = 'reading_plans' AND row_json LIKE '%torn%'")
    #expect(kept == ["chapters_json holds what is no passage"])
    #expect(
      try file.rows("SELECT chapters_json FROM reading_plans WHERE plan_id = 'torn'") == [json])
  }

  @Test func `days that only the newer plans of the app know are taken`() throws {
    let file = try file(
      """
      INSERT INTO reading_plans VALUES('pairs', 'Pairs', '', 2, '[{"day":1,"chapters":["genesis_1",
        "genesis_2"]},{"day":2,"chapters":["genesis_3","genesis_1"]}]');
      INSERT INTO study_plans VALUES
        ('legacy_pairs', 'custom', 'pairs', 'Pairs', 'study', '2026-03-01 08:00:00', NULL),
        ('aaaaaaaa-0000-4000-8000-000000000001', 'book', 'jude', 'Jude, slowly', 'deep',
          '2026-03-02 08:00:00', NULL),
        ('empty', 'book', 'jude', 'Empty', 'deep', '2026-03-02 08:00:00', NULL);
      INSERT INTO study_plan_items VALUES
        ('legacy_pairs', 1, 'reading', '{"bookId":"genesis","chapterNum":1}', NULL,
          '2026-03-03 08:00:00'),
        ('legacy_pairs', 2, 'reading', '{"bookId":"genesis","chapterNum":2}', NULL,
          '2026-03-04 08:00:00'),
        ('legacy_pairs', 3, 'reading', '{"bookId":"genesis","chapterNum":3}', NULL,
          '2026-03-05 08:00:00'),
        ('legacy_pairs', 4, 'reading', '{"bookId":"genesis","chapterNum":1}', NULL, NULL),
        ('aaaaaaaa-0000-4000-8000-000000000001', 1, 'session',
          '{"bookId":"jude","chapterNum":1,"verseStart":3}', 's', '2026-03-06 08:00:00'),
        ('aaaaaaaa-0000-4000-8000-000000000001', 2, 'session',
          '{"bookId":"jude","chapterNum":1}', NULL, NULL);
      """)
    let report = try #require(try file.upgrade())
    let plans = Plans(try file.open())
    let pairs = try plans.progress("pairs")
    #expect(pairs.completed.map(\.day) == [1])
    #expect(pairs.completed.map(\.at) == ["2026-03-04T08:00:00.000Z"])
    let slowly = try plans.get("aaaaaaaa-0000-4000-8000-000000000001")
    #expect(slowly.name == "Jude, slowly")
    #expect(slowly.days.map { ReferenceParser.format($0, .canonical) } == ["jude 1:3", "jude 1"])
    #expect(try plans.progress(slowly.id).completed.map(\.at) == ["2026-03-06T08:00:00.000Z"])
    #expect(report.alsoTaken == ["plan_progress": 2, "reading_plans": 1])
    #expect(report.untouched.contains("study_plan_items"))
    #expect(try file.rows("SELECT count(*) FROM study_plan_items") == ["7"])
  }
}
