import Library
import Testing

@Suite struct PlanTextTests {
  private func plan(_ text: String) throws -> Plan {
    let desk = try Desk()
    var text = text
    let draft = try text.withUTF8 { bytes in
      Result { () throws(LibraryError) in try PlanText.draft(bytes) }
    }.get()
    return try Plans(desk.database).define(draft)
  }

  @Test func `a text is read in any order of its lines`() throws {
    let plan = try plan(
      """
      # The Gospels
      id: gospels
      About: Four = one story.
      covers: Matt-Mark

      2\t=\tMark.1-Mark.16
      # a comment
      1=Matt.1,Matt.2,Matt.5.1-Matt.5.12\r
      """)
    #expect(plan.id == "gospels" && plan.name == "The Gospels")
    #expect(
      plan.description == "Four = one story." && plan.claim?.text == "Matthew 1-28; Mark 1-16")
    #expect(
      plan.days.map { ReferenceParser.format($0, .canonical) } == [
        "matthew 1-2; matthew 5:1-12", "mark 1-16",
      ])
  }

  @Test func `a byte order mark before the first line is no part of it`() throws {
    #expect(try plan("\u{FEFF}# A\nid: a\n1=Gen.1").name == "A")
    #expect(try plan("\u{FEFF}id: a\n# A\n1=Gen.1").id == "a")
  }

  @Test(
    arguments: [
      ("# A\nid: a\n1=Gen.1\n3=Gen.3", "day 2 of the plan has nothing to read"),
      ("# A\nid: a\n1=Gen.1\n1=Gen.3", "line 4: day 1 stands twice"),
      ("# A\nid: a\n0=Gen.1", "line 3: days are 1 to 3660"),
      ("# A\nid: a\n1=Gen.99", "day 1 of the plan: 'Gen.99': Genesis ends with chapter 50"),
      ("# A\nid: a\nid: b\n1=Gen.1", "line 3: id stands twice"),
      ("# A\nby: me\n1=Gen.1", "line 2: there is no field 'by'"),
      ("# A\nid: a\nGen 1", "line 3: neither a day nor a field"),
      ("# A\nid: a", "the plan has no days"),
      ("# A\n1=Gen.1", "the text of the plan says no id"),
      ("# A\nid:\n1=Gen.1", "'' cannot be the id of a plan"),
      ("id: a\n1=Gen.1", "the text of the plan says no name"),
      ("#\nid: a\n1=Gen.1", "name is empty"),
      ("", "the plan is empty"),
    ])
  func `a text that is no plan is refused with the place`(text: String, summary: String) throws {
    let error = #expect(throws: LibraryError.self) { try plan(text) }
    #expect(error?.summary == summary)
  }
}
