import ChangeQueue
import Library
import Store
import Testing
import Vocabulary

@Suite struct PreferencesTests {
  let desk: Desk
  let preferences: Preferences

  init() throws {
    desk = try Desk()
    preferences = Preferences(desk.database)
  }

  /// What another program stores.
  private func store(_ key: String, _ value: String) throws {
    try desk.database.write {
      try desk.database.connection.run(
        "INSERT INTO user_preferences(key, value) VALUES(?1, ?2)", .text(key), .text(value))
    }
  }

  @Test func `every key that the app uses is in the catalog, once`() {
    let keys = """
      translation fontSize readingScale vhlEnabled bookListMode studyCoachEnabled theme ttsVoice
      comparisonTranslation redLetterEnabled chapter_mode amicusEnabled getting_started active_plan
      plan_start_date seen_milestones onboarding_complete startHereDismissed notification_prefs
      daily_verse_enabled notification_hour notification_minute notifications_granted push_token
      votd_last_scheduled_date premium_status premium_purchase_type premium_expires_at
      last_active_date reengagement_enabled store_review_last_version guided_study_last_mode
      softPromptSeen.companionPartner amicus_opt_in_accepted_at amicus_home_card_dismissed_date
      """.split { $0.isWhitespace }.map(String.init)
    #expect(PreferenceKey.all.map(\.name).sorted() == keys.sorted())
    let sets = PreferenceKey.all.filter(\.form.isSet).map(\.name)
    #expect(sets.sorted() == ["getting_started", "seen_milestones"])
  }

  @Test func `what was not set has the default of its key`() throws {
    let defaults: [(String, JSONValue)] = [
      ("translation", "kjv"), ("fontSize", 16), ("readingScale", .number(1)),
      ("vhlEnabled", false), ("studyCoachEnabled", true), ("theme", "dark"), ("ttsVoice", ""),
      ("comparisonTranslation", .null), ("active_plan", .null), ("plan_start_date", .null),
      ("seen_milestones", []), ("notification_hour", 7), ("chapter_mode", "study"),
    ]
    for (key, value) in defaults { #expect(try preferences.get(key) == value, "\(key)") }
    #expect(try preferences.get("notification_prefs")["pushEnabled"] == true)
    #expect(try preferences.find(isSet: true).isEmpty)
    #expect(try preferences.find().count == PreferenceKey.all.count)
    #expect(try desk.queueLength() == 0)
  }

  @Test func `what a plan keeps is known, has a day as its value and travels`() throws {
    let plans = Plans(desk.database)
    _ = try plans.start("advent", on: "2026-12-01")
    _ = try plans.pause("advent")
    #expect(try preferences.get("plan_start:advent") == "2026-12-01")
    #expect(try preferences.get("plan_paused:holy_week") == .null)
    let listed = try preferences.find(isSet: true).filter { $0.key.hasPrefix("plan_") }
    #expect(
      listed.map(\.key) == ["plan_paused:advent", "plan_start:advent", "plan_start_date"])
    #expect(listed.allSatisfy { !$0.isLocal })
    #expect(
      throws: LibraryError.badPreference(
        "plan_start:advent", expected: "a day like 2026-11-30", found: "soon")
    ) { try preferences.set("plan_start:advent", "soon") }
    try preferences.set("plan_start:advent", "2026-12-24")
    #expect(try plans.progress("advent").startedOn == "2026-12-24")
    try preferences.unset("plan_paused:advent")
    #expect(try plans.progress("advent").state == .running)
  }

  @Test(arguments: [
    ("plan_strat:advent", "plan_start:advent"), ("plan_pause:x", "plan_paused:x"),
  ])
  func `an unknown key names the one that was probably meant`(key: String, near: String) throws {
    let error = #expect(throws: LibraryError.self) { try preferences.set(key, "2026-12-01") }
    #expect(error?.code == "library.unknown_preference")
    #expect(error?.hint == "did you mean '\(near)'?")
  }

  @Test func `every key takes its default and reads it again`() throws {
    for key in PreferenceKey.all {
      let value = try preferences.get(key.name)
      #expect(try preferences.set(key.name, value) == value, "\(key.name)")
    }
  }

  @Test func `values are stored in the app's encoding`() throws {
    try preferences.set("vhlEnabled", true)
    try preferences.set("fontSize", 20)
    try preferences.set("seen_milestones", ["str_7", "ch_10", "ch_10"])
    try preferences.set("notification_prefs", ["pushEnabled": false])
    let rows = try desk.database.connection.all(
      "SELECT key, value, elements FROM user_preferences ORDER BY key"
    ) { "\($0.text(0)) \($0.optionalText(1) ?? "-") \($0.text(2))" }
    #expect(
      rows == [
        "fontSize 20 []", #"notification_prefs {"pushEnabled":false} []"#,
        #"seen_milestones - ["ch_10","str_7"]"#, "vhlEnabled 1 []",
      ])
    #expect(try preferences.get("notification_prefs")["enabled"] == true)
    #expect(try preferences.get("notification_prefs")["pushEnabled"] == false)
  }

  @Test func `what another program left that is no value reads as the app reads it`() throws {
    let cases: [(String, String, JSONValue)] = [
      ("fontSize", "99", 24), ("theme", "pink", "dark"), ("readingScale", "nan", .number(1)),
      ("notification_hour", "24", 7), ("notification_prefs", "[", .null),
      ("studyCoachEnabled", "yes", true), ("vhlEnabled", "yes", false),
      ("active_plan", "", .null), ("plan_start_date", "2026-02-30", .null),
    ]
    for (key, stored, value) in cases {
      try store(key, stored)
      if key == "notification_prefs" {
        #expect(try preferences.get(key)["enabled"] == true)
      } else {
        #expect(try preferences.get(key) == value, "\(key)")
      }
    }
  }

  @Test func `a key of this device only is never queued`() throws {
    try preferences.set("push_token", "t")
    try preferences.set("premium_status", true)
    #expect(try preferences.get("push_token") == "t")
    #expect(try preferences.find(isSet: true).map(\.key) == ["premium_status", "push_token"])
    #expect(try preferences.unset("push_token"))
    #expect(try preferences.get("push_token") == .null)
    #expect(try desk.queueLength() == 0)
    #expect(try !preferences.unset("push_token"))
  }

  @Test func `a key of this device only that came from elsewhere is not believed`() throws {
    try desk.database.apply {
      try desk.database.connection.run(
        "INSERT INTO user_preferences(key, value) VALUES('push_token', 'theirs')")
    }
    #expect(try preferences.get("push_token") == .null)
  }

  @Test func `a key that only another program knows can be unset, in both ways`() throws {
    for (key, isUnset) in [("currentStreak", true), ("lastSeenLevel", false)] {
      try store(key, "3")
      #expect(try preferences.get(key) == "3")
      if isUnset {
        #expect(try preferences.unset(key))
      } else {
        #expect(try preferences.set(key, .null) == .null)
      }
      #expect(throws: LibraryError.unknownPreference(key)) { try preferences.get(key) }
    }
  }

  @Test func `what a person sets names a plan that is known`() throws {
    let plans = Plans(desk.database)
    for key in ["active_plan", "plan_start:advnt", "plan_paused:advnt"] {
      let value: JSONValue = key == "active_plan" ? "advnt" : "2026-12-01"
      let error = #expect(throws: LibraryError.self) { try plans.check(preference: key, value) }
      #expect(error?.hint == "did you mean 'advent'?")
    }
    try plans.check(preference: "active_plan", "advent")
    try plans.check(preference: "active_plan", "")
    try plans.check(preference: "active_plan", .null)
    try plans.check(preference: "plan_start:advnt", .null)
    try plans.check(preference: "theme", "advnt")
    // From another device, before the plan itself.
    try store("active_plan", "theirs")
    try plans.check(preference: "active_plan", "theirs")
  }

  @Test func `unset travels, and what is set anew holds again`() throws {
    try preferences.set("theme", "light")
    #expect(try preferences.unset("theme"))
    #expect(try preferences.get("theme") == "dark")
    #expect(try !preferences.unset("theme"))
    #expect(try desk.queueLength() == 2)
    #expect(try preferences.set("theme", "light") == "light")
    #expect(try preferences.set("theme", .null) == "dark")
    #expect(try desk.queueLength() == 4)
  }

  @Test func `the same value again is a later decision, and one change`() throws {
    try preferences.set("theme", "light")
    let first = try stamp("theme")
    try preferences.set("theme", "light")
    #expect(try stamp("theme") > first)
    _ = try desk.database.compactQueue()
    #expect(try desk.queueLength() == 1)
  }

  private func stamp(_ key: String) throws -> String {
    try desk.database.connection.first(
      "SELECT coalesce(stamps ->> 'value', stamp) FROM user_preferences WHERE key = ?1", .text(key)
    ) { $0.text(0) } ?? ""
  }

  @Test func `plans are followed on after a reset`() throws {
    _ = try Plans(desk.database).start("advent")
    try preferences.set("theme", "light")
    #expect(try preferences.reset() == 1)
    #expect(try Plans(desk.database).active()?.id == "advent")
  }

  @Test func `a reset hides what travels and forgets the rest, and is not queued`() throws {
    try preferences.set("theme", "light")
    try preferences.set("seen_milestones", ["ch_10", "ch_50"])
    try preferences.set("push_token", "t")
    let length = try desk.queueLength()
    #expect(try preferences.reset() == 3)
    #expect(try preferences.find(isSet: true).isEmpty)
    #expect(try preferences.get("seen_milestones") == [])
    #expect(try desk.queueLength() == length)
    #expect(try preferences.set("theme", "light") == "light")
    #expect(try preferences.set("seen_milestones", ["ch_10"]) == ["ch_10"])
    #expect(try desk.queueLength() == length + 2)
    #expect(try preferences.set("seen_milestones", ["ch_100"]) == ["ch_100"])
    let stored = try desk.database.connection.first(
      "SELECT elements FROM user_preferences WHERE key = 'seen_milestones'"
    ) { $0.text(0) }
    #expect(stored == #"["ch_100","ch_50"]"#)
  }

  @Test func `keys of other programs are shown and can be unset, not set`() throws {
    try store("futureKey", "x")
    #expect(try preferences.get("futureKey") == "x")
    #expect(try preferences.find(isSet: true).map(\.key) == ["futureKey"])
    #expect(throws: LibraryError.unknownPreference("futureKey")) {
      try preferences.set("futureKey", "y")
    }
    #expect(try preferences.unset("futureKey"))
    #expect(throws: LibraryError.unknownPreference("futureKey")) {
      try preferences.get("futureKey")
    }
  }

  @Test func `an unknown key and a value of another type are refused`() throws {
    let unknown = #expect(throws: LibraryError.unknownPreference("tehme")) {
      try preferences.set("tehme", "dark")
    }
    #expect(unknown?.hint == "did you mean 'theme'?")
    let wrong: [(String, JSONValue)] = [
      ("theme", "pink"), ("theme", 1), ("fontSize", 99), ("fontSize", "16"),
      ("vhlEnabled", 1), ("seen_milestones", ["ch_11"]), ("seen_milestones", "ch_10"),
      ("readingScale", 3), ("plan_start_date", "2026-13-01"), ("notification_prefs", ["x": true]),
      ("amicus_opt_in_accepted_at", "yesterday"), ("active_plan", 5),
    ]
    for (key, value) in wrong {
      let error = #expect(throws: LibraryError.self) { try preferences.set(key, value) }
      #expect(error?.summary.hasPrefix("\(key) must be ") == true)
    }
    #expect(throws: LibraryError.nulInText(argument: "active_plan", byte: 1)) {
      try preferences.set("active_plan", "a\0")
    }
    #expect(try desk.queueLength() == 0)
    #expect(try preferences.find(isSet: true).isEmpty)
  }
}
