import LuaRuntime
import Testing

/// Conflicts as people met them elsewhere: both copies gone, or a record that outlives its note.
@Suite struct ReportedConflictTests {
  @Test(arguments: [("keep_mine", "phone"), ("keep_theirs", "tablet")])
  func `the text that is chosen is everywhere, in one row`(
    choice: String, chosen: String
  ) throws {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        \(ScriptDesk.lostText)
        local out = {#w.phone.sync.conflicts()}
        local c = w.phone.sync.conflicts()[1]
        c:\(choice)()
        for _ = 1, 2 do w.phone.sync.now() w.tablet.sync.now() end
        for _, d in ipairs{w.phone, w.tablet} do
          out[#out + 1] = #d.notes.find{} .. d.notes.find{}[1].text .. #d.sync.conflicts()
        end
        out[#out + 1] = #w.cloud.rows("user_notes") .. w.cloud.rows("user_notes")[1].note_text
        return table.concat(out, " ") .. " " .. #w:diff()
        """) == "1 1\(chosen)0 1\(chosen)0 1\(chosen) 0")
  }

  @Test func `a conflict about a note that is gone is none, and its old id says so in one line`()
    throws
  {
    let desk = try ScriptDesk()
    #expect(
      try desk.text(
        """
        \(ScriptDesk.lostText)
        local out, old = {#w.phone.sync.conflicts()}, w.phone.sync.conflicts()[1]
        w:advance("1m")
        n:delete() other:delete()
        w:settle()
        out[#out + 1] = #w.phone.sync.conflicts() .. #w.tablet.sync.conflicts()
        for _, keep in ipairs{"keep_mine", "keep_theirs"} do
          local ok, e = pcall(old[keep], old)
          out[#out + 1] = tostring(ok) .. " " .. tostring(e.kind) .. " " .. tostring(e.message)
        end
        return table.concat(out, ", ")
        """)
        == "1, 00, false not_found there is no conflict 1, false not_found there is no conflict 1")
  }
}
