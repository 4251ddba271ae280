import Testing

/// Minimal worlds in which one rule keeps a row: runs, parents, purges, accounts.
/// Steps and rows are the model's, translated: Tests/Model/README.md.
@Suite struct ModelRowScenarioTests {
  @Test func `guest runs: a guest's run numbers mean nothing to an account`() throws {
    try playToRest(
      """
      1000 new d0 d0
      1000 new d1 d1
      1001 sign_in d0 A
      1002 complete d0 0 0
      1003 sync d0 1
      1004 restart d1 1
      1005 sign_in d1 A
      """,
      holds: ["plan_progress/p+0+0"])
  }

  @Test func `floor ends stale: a fresh copy is stale only above what was purged when it began`()
    throws
  {
    try playToRest(
      """
      1000 new d0 d0
      1000 new d1 d1
      1001 sign_in d0 A
      1002 note d1 v1 v1
      1003 note d0 v2 v2
      1004 sync d0 1
      1005 delete d0 notes/v2
      1006 sign_in d1 A
      1007 sync d0 2
      289008 wait
      """,
      holds: ["notes/v1 v1"])
  }

  @Test func `orphan sends parents: a child whose parent was purged brings the parent back, dead`()
    throws
  {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 note d0 v1 v1
      1004 note d0 v2 v2
      1005 sync d0 1
      1006 sync d1 2
      1007 link d1 v1 v2
      1008 delete d0 notes/v1
      1009 sync d0 3
      289010 wait
      289011 sync d0 4
      """,
      holds: ["links/v1+v2", "notes/v1 dead", "notes/v2 v2"])
  }

  @Test func `purge spares named: a device purges no row that a queued change names`() throws {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 note d0 v1 v1
      1004 note d0 v2 v2
      1005 sync d0 1
      1006 sync d1 2
      1007 link d1 v1 v2
      1008 delete d0 notes/v1
      1009 sync d0 3
      1010 pull d1
      1011 deliver d1 1
      1012 receive d1
      101813 wait
      101814 sync d0 4
      101815 pull d1
      101816 deliver d1 2
      101817 receive d1
      101818 sync d0 5
      101819 pull d1
      101820 deliver d1 3
      101821 receive d1
      """,
      holds: ["links/v1+v2", "notes/v1 dead", "notes/v2 v2"])
  }

  @Test func `shelf has owner: what waits on the shelf is of one account`() throws {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 highlight d0 0 v1
      1004 highlight d0 1 v2
      1005 note d0 v3 v3
      1006 note d0 v4 v4
      1007 sync d0 1
      1008 link d0 v3 v4
      1009 sync d0 2
      1010 text d0 v3 v5
      1011 text d0 v4 v6
      1012 sync d0 3
      1013 pull d1
      1014 deliver d1 1
      1015 receive d1
      1016 empty d1
      1016 sign_in d1 B
      """,
      holds: ["highlights/0 v1", "highlights/1 v2", "links/v3+v4", "notes/v3 v5", "notes/v4 v6"])
  }

  @Test func `shelf takes newer: a later version of a shelved row takes its place`() throws {
    try playToRest(
      """
      1000 new d0 d0
      1000 new d1 d1
      1001 sign_in d1 A
      1002 sign_in d0 A
      1003 note d1 v1 v1
      1004 note d1 v2 v2
      1005 note d1 v3 v3
      1006 link d1 v1 v2
      1007 sync d1 1
      1008 plain_delete A notes/v2
      1009 delete d1 links/v1+v2
      1010 pull d0
      1011 deliver d0 1
      1012 text d1 v2 v4
      1013 sync d1 2
      """,
      holds: [
        "links/v1+v2 dead",
        "notes/v1 v1",
        "notes/v2 v4",
        "notes/v2.deleted_at: alive over dead",
        "notes/v3 v3",
      ])
  }

  @Test func `plain stamp later: a plain edit is later than what it edits, whatever the clocks`()
    throws
  {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 note d0 v1 v1
      1003 sync d0 1
      1004 clock d0 9
      1005 text d0 v1 v2
      1006 sync d0 2
      1007 plain A v1 v3
      """,
      holds: ["notes/v1 v3"])
  }

  @Test func `plain joins: a plain write of a completed day joins it`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 complete d0 0 0
      1003 sync d0 1
      1004 plain_complete A 0 0
      """,
      holds: ["plan_progress/p+0+0"])
  }

  @Test func `plain asserts alive: a plain edit says that its row lives`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 plain A v1 v1
      1003 sync d0 1
      1004 plain A v1 v2
      1005 delete d0 notes/v1
      1006 sync d0 2
      101807 wait
      """,
      holds: ["notes/v1.deleted_at: dead over alive", "notes/v1.note_text: ~ over v2"])
  }

  @Test func `discard takes children: what waits for a row that is given up is given up with it`()
    throws
  {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 note d0 bad1 bad1
      1003 note d0 v2 v2
      1004 sync d0 1
      1005 link d0 bad1 v2
      1006 sync d0 2
      1007 sync d0 3
      1008 sync d0 4
      1009 sync d0 5
      1010 sync d0 6
      1011 compact d0
      1011 discard d0 notes/bad1
      """,
      holds: ["notes/v2 v2"])
  }

  @Test func `copies keep profile: another account's sign-in leaves it as it is`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 pref d0 v1
      1003 sign_out d0
      1003 new d3 d3
      1003 sign_in d3 B
      """,
      holds: ["prefs/theme v1"])
  }

  @Test func `offered is unsent: so a guest's row is kept where it loses`() throws {
    try playToRest(
      """
      1000 new d0 d0
      1000 new d1 d1
      1001 sign_in d0 A
      1002 highlight d1 1 v1
      1003 highlight d0 1 v2
      1004 sync d0 1
      1005 sign_in d1 A
      """,
      holds: ["highlights/1 v2", "highlights/1.color: v2 over v1"])
  }
}
