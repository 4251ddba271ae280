import Schema

/// A preference that is known: its name, its values, and whether it travels.
package struct PreferenceKey: Sendable, Hashable {
  /// As the app calls it.
  package let name: String
  /// Its values and their stored form.
  package let form: PreferenceForm
  /// Whether it says something of this device only. Such a one never travels.
  package let isLocal: Bool

  init(_ name: String, _ form: PreferenceForm) {
    self.name = name
    self.form = form
    isLocal = Catalog.preferencesOfDevice.contains(name)
  }

  /// The key of that name, written exactly so; nil where there is none.
  package static func named(_ name: String) -> PreferenceKey? {
    all.first { $0.name == name } ?? ofPlan(name)
  }

  /// Before the id of a plan: the date on which it was begun, moved on by pauses.
  static let planStart = "plan_start:"
  /// Before the id of a plan: the date since which it rests.
  static let planPaused = "plan_paused:"

  /// Whether a key says which plans are followed: no preference with a default.
  static func isOfPlan(_ name: String) -> Bool {
    ["active_plan", "plan_start_date"].contains(name) || ofPlan(name) != nil
  }

  /// What a plan keeps beside `active_plan`, so that several are followed at once.
  static func ofPlan(_ name: String) -> PreferenceKey? {
    [planStart, planPaused].contains { name.hasPrefix($0) } ? PreferenceKey(name, .day) : nil
  }

  /// The name that was probably meant; nil where none is near.
  static func nearest(to name: String) -> String? {
    let plan = name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? ""
    let ofPlan = plan.isEmpty ? [] : [planStart + plan, planPaused + plan]
    return Likeness.nearest(to: name, among: all.map(\.name) + ofPlan)
  }

  /// Every key with a name of its own, those that travel first.
  package static let all: [PreferenceKey] = synced + local

  private static let synced: [PreferenceKey] = [
    PreferenceKey("translation", .choice(["kjv", "asv"], "kjv")),
    PreferenceKey("comparisonTranslation", .choice(["kjv", "asv"], nil)),
    PreferenceKey("fontSize", .integer(12...24, 16, clamps: true)),
    PreferenceKey("readingScale", .number(0.85...1.6, 1)),
    PreferenceKey("theme", .choice(["dark", "sepia", "light", "system"], "dark")),
    PreferenceKey("bookListMode", .choice(["canonical", "thematic"], "canonical")),
    PreferenceKey("chapter_mode", .choice(["read", "study", "deep"], "study")),
    PreferenceKey("vhlEnabled", .switched(false)),
    PreferenceKey("studyCoachEnabled", .switched(true)),
    PreferenceKey("redLetterEnabled", .switched(true)),
    PreferenceKey("amicusEnabled", .switched(true)),
    PreferenceKey("amicus_opt_in_accepted_at", .time),
    PreferenceKey("guided_study_last_mode", .text("deep")),
    PreferenceKey(
      "getting_started",
      .set(["first_chapter", "first_panel", "meet_scholars", "explore_timeline"])),
    PreferenceKey(
      "seen_milestones",
      .set(["ch_10", "ch_50", "ch_100", "ch_250", "ch_500", "str_7", "str_30", "str_100"])),
    PreferenceKey("active_plan", .text(nil)),
    PreferenceKey("plan_start_date", .day),
    PreferenceKey("onboarding_complete", .switched(false)),
    PreferenceKey("startHereDismissed", .switched(false)),
    PreferenceKey("softPromptSeen.companionPartner", .switched(false)),
    PreferenceKey(
      "notification_prefs",
      .switches([
        "enabled", "newSubmissions", "approvedRejected", "trustChanges", "pushEnabled",
        "inAppEnabled",
      ])),
    PreferenceKey("daily_verse_enabled", .switched(false)),
    PreferenceKey("notification_hour", .integer(0...23, 7)),
    PreferenceKey("notification_minute", .integer(0...59, 0)),
  ]

  /// See `Catalog.preferencesOfDevice`.
  private static let local: [PreferenceKey] = [
    PreferenceKey("ttsVoice", .text("")),
    PreferenceKey("notifications_granted", .switched(false)),
    PreferenceKey("push_token", .text(nil)),
    PreferenceKey("votd_last_scheduled_date", .day),
    PreferenceKey("premium_status", .switched(false)),
    PreferenceKey("premium_purchase_type", .text("")),
    PreferenceKey("premium_expires_at", .text("")),
    PreferenceKey("last_active_date", .day),
    PreferenceKey("reengagement_enabled", .switched(false)),
    PreferenceKey("store_review_last_version", .text(nil)),
    PreferenceKey("amicus_home_card_dismissed_date", .day),
  ]
}
