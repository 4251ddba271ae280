import Testing

/// Minimal worlds in which one rule keeps an edit: what is sent, seen and stamped.
/// Steps and rows are the model's, translated: Tests/Model/README.md.
@Suite struct ModelPushScenarioTests {
  @Test func `cloud keeps loser: what is dropped in a push is kept, though the answer is lost`()
    throws
  {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 pref d0 v1
      1004 pref d1 v2
      1005 sync d0 1
      1006 push d1
      1007 deliver d1 1
      1008 lose d1
      """,
      holds: ["prefs/theme v2", "prefs/theme.value: v2 over v1"])
  }

  @Test func `deletion keeps edits: what loses to a deletion is kept, also after a purge`()
    throws
  {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 note d0 v1 v1
      1004 sync d0 1
      1005 sync d1 2
      1006 text d1 v1 v2
      1007 delete d0 notes/v1
      1008 sync d0 3
      1009 sync d1 4
      1010 sync d0 5
      101811 wait
      101812 sync d0 6
      101813 sync d1 7
      202614 wait
      202615 sync d0 8
      """,
      holds: ["notes/v1.deleted_at: dead over alive", "notes/v1.note_text: ~ over v2"])
  }

  @Test func `pull compares: what a restored cloud has lost is offered again`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 highlight d0 0 v1
      1003 sync d0 1
      1004 backup A
      1005 highlight d0 0 v2
      1006 sync d0 2
      1007 lose_cloud A
      """,
      holds: ["highlights/0 v2", "highlights/0.color: v2 over v1"])
  }

  @Test func `newest mark: a cloud restored behind a push is noticed by its newest mark`()
    throws
  {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 note d0 v1 v1
      1004 sync d0 1
      1005 sync d1 2
      1006 pref d1 v2
      1007 sync d1 3
      1008 backup A
      1009 highlight d0 0 v3
      1010 push d0
      1011 deliver d0 1
      1012 receive d0
      1013 lose_cloud A
      """,
      holds: ["highlights/0 v3", "notes/v1 v1", "prefs/theme v2"])
  }

  @Test func `push checks mark: a push to a restored cloud stores nothing before the reset`()
    throws
  {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 backup A
      1003 note d0 v1 v1
      1004 push d0
      1005 deliver d0 1
      1006 pref d0 v2
      1007 lose_cloud A
      """,
      holds: ["notes/v1 v1", "prefs/theme v2"])
  }

  @Test func `reset persists: a crash does not end a reset`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 backup A
      1003 highlight d0 1 v1
      1004 sync d0 1
      1005 pull d0
      1006 lose_cloud A
      1007 deliver d0 1
      1008 receive d0
      1009 crash d0
      """,
      holds: ["highlights/1 v1"])
  }

  @Test func `vanish unacknowledged: a row that the cloud has goes up dead`() throws {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 highlight d0 0 v1
      1004 sync d0 1
      1005 highlight d1 0 v2
      1006 pull d1
      1007 deliver d1 1
      1008 receive d1
      1009 delete d1 highlights/0
      """,
      holds: ["highlights/0 dead", "highlights/0.color: v2 over v1"])
  }

  @Test func `floor is sent: a restamped edit stays later than what the cloud may hold of it`()
    throws
  {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 note d0 v1 v1
      1003 sync d0 1
      1004 clock d0 9
      1005 text d0 v1 v2
      1006 push d0
      1007 deliver d0 1
      1008 lose d0
      1009 clock d0 60
      1010 text d0 v1 v3
      """,
      holds: ["notes/v1 v3"])
  }

  @Test func `first base: an edit on an edit of a wrong clock is no conflict with itself`()
    throws
  {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 note d0 v1 v1
      1003 sync d0 1
      1004 clock d0 30
      1005 text d0 v1 v2
      1006 text d0 v1 v3
      1007 clock d0 400
      """,
      holds: ["notes/v1 v3"])
  }

  @Test func `stamp is change: an equal value with a later stamp travels`() throws {
    try playToRest(
      signedIn: ["d0", "d1", "d2"],
      """
      1004 note d0 v1 v1
      1005 sync d0 1
      1006 sync d1 2
      1007 sync d2 3
      1008 tag d0 v1 on
      1009 tag d2 v1 off
      1010 tag d1 v1 on
      1011 sync d0 4
      1012 sync d1 5
      1013 sync d2 6
      """,
      holds: ["notes/v1 v1 #x"])
  }

  @Test func `stamp first: what another tool wrote is stamped before a page is taken`() throws {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 note d0 v1 v1
      1004 sync d0 1
      1005 sync d1 2
      1006 text d0 v1 v2 raw
      1007 text d1 v1 v3
      1008 sync d1 3
      1009 pull d0
      1010 deliver d0 1
      1011 receive d0
      """,
      holds: ["notes/v1 v3", "notes/v1.note_text: v3 over v2"])
  }
}
