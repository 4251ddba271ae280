import ModelWorlds
import Testing

/// What the comparison with the model found in the engine.
@Suite struct ModelFindingTests {
  private func lines(_ steps: String) throws -> String {
    let world = try played(steps)
    defer { world.leaveStage() }
    return try world.lines().joined(separator: "\n")
  }

  @Test func `a row that comes back from the trash has the stamps of the cloud's`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 highlight d0 0 v1
      1003 delete d0 highlights/0
      1004 compact d0
      1005 twin d0 d1 d1
      1006 highlight d0 0 v2
      """,
      holds: ["highlights/0 v2"])
  }

  @Test func `each write of another tool counts from its own time`() throws {
    try playToRest(
      signedIn: ["d0", "d1"],
      """
      1003 highlight d0 0 v1
      1004 highlight d0 1 v2
      1005 sync d0 1
      1006 sync d1 2
      1007 highlight d0 1 v3 raw
      1008 highlight d1 1 v4
      1009 highlight d0 0 v5 raw
      """,
      holds: ["highlights/0 v5", "highlights/1 v4", "highlights/1.color: v4 over v3"])
  }

  @Test func `what another tool wrote is stamped to the millisecond`() throws {
    for time in 1001...1040 {
      let lines = try lines(
        """
        1000 new d0 d0
        \(time) highlight d0 0 v1 raw
        \(time) compact d0
        """)
      #expect(lines.contains("color=v1@\(time):0:d0"))
    }
  }

  @Test func `a run that is over holds no clock in the future`() throws {
    let lines = try lines(
      """
      1000 new d0 d0
      1001 sign_in d0 A
      1002 clock d0 30
      1003 complete d0 0 0
      1004 restart d0 1
      1005 highlight d0 0 v1
      1006 sync d0 1
      1007 highlight d0 1 v2
      """)
    #expect(lines.contains("color=v2@1007:0:d0"))
  }

  @Test func `a row of the trash that is edited again goes up whole at once`() throws {
    let world = try played(
      signedIn: ["d0"],
      """
      1002 pref d0 v1
      1003 delete d0 prefs/theme
      1004 compact d0
      1005 pref d0 v2
      1006 push d0
      1007 deliver d0 1
      """)
    defer { world.leaveStage() }
    #expect(try world.holdings(of: "A") == ["prefs/theme v2"])
  }

  @Test func `an edit made while a push is refused takes the refused change with it`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 pref d0 bad1
      1003 push d0
      1004 pref d0 v2
      1005 compact d0
      1006 deliver d0 1
      1007 receive d0
      """,
      holds: ["prefs/theme v2"])
  }

  @Test func `a copied file gives its new id also to what another tool wrote`() throws {
    try playToRest(
      signedIn: ["d0"],
      """
      1002 sync d0 1
      1003 highlight d0 0 v1
      1004 highlight d0 0 v2 raw
      1005 twin d0 d1 d1
      1006 sync d1 2
      """,
      holds: ["highlights/0 v2"])
  }
}
