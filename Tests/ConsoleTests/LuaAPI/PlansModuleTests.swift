import LuaRuntime
import Testing
import Vocabulary

/// Reading plans, as a script sees them.
@Suite struct PlansModuleTests {
  let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `a day that is missing among others is named`() throws {
    let failure = try desk.failure(
      #"plans.define{id = "x", name = "X", days = {[1] = "gen 1", [3] = "gen 2"}}"#)
    #expect(failure.summary == "days of plans.define has item 3 and no item 2")
  }

  @Test func `plans are listed, read and checked`() throws {
    #expect(
      try desk.text(
        """
        local list = plans.list()
        local out = {tostring(#list >= 10), list[1].id, list[1].total, tostring(list[1].days)}
        local plan = plans.get("psalms_in_30_days")
        out[#out + 1] = plan.covers .. " " .. #plan.days .. " " .. plan.days[1]
        local check = plans.check("mcheyne")
        out[#out + 1] = tostring(check.complete) .. tostring(check.whole_bible) .. check.verses
        return table.concat(out, ", ")
        """) == "true, holy_week, 8, nil, Psalms 30 Psalms 1-8, truetrue31102")
    #expect(try desk.failure("plans.get('mcheyn')").hint == "did you mean 'mcheyne'?")
  }

  @Test func `a plan is followed from start to end`() throws {
    #expect(
      try desk.text(
        """
        local p = plans.start("holy_week", {date = "2025-12-31"})
        local out = {p.state, p.next_day, p.on_date, p.behind, p.ends_on, tostring(p.active)}
        p = plans.complete("holy_week", 1)
        out[#out + 1] = p.percent .. "% " .. p.next .. " " .. p.completed[1].day
        out[#out + 1] = plans.pause("holy_week").state .. " " .. plans.resume("holy_week").state
        for day = 2, 8 do plans.complete("holy_week") end
        p = plans.active()
        out[#out + 1] = p.state .. " " .. p.percent .. " " .. tostring(p.next_day)
        out[#out + 1] = #plans.list{started = true}
        plans.abandon("holy_week")
        out[#out + 1] = tostring(plans.active()) .. #plans.list{started = true}
        return table.concat(out, ", ")
        """)
        == "running, 1, 2, 1, 2026-01-07, true, 13% Mark 11:12-26 1, paused running, finished 100 nil"
        + ", 1, nil0")
  }

  @Test(
    arguments: [
      ("plans.start('holy_wek')", "id: no plan is called 'holy_wek'", "not_found"),
      ("plans.complete('advent', 1)", "plan 'advent' is not begun", "refused"),
      ("plans.start('advent', {date = '24 Dec'})", "date '24 Dec' is no date", "bad_value"),
      (
        "plans.start('advent') plans.complete('advent', 25)",
        "day: plan 'advent' has 24 days, and no day 25", "not_found"
      ),
      ("plans.define{id = 'a', name = 'A'}", "plans.define needs days (texts)", "bad_value"),
      (
        "plans.define{id = 'a', name = 'A', days = {'gen 1', 'jude 2'}, covers = 'x'}",
        "covers 'x': no book is called 'x'", "bad_value"
      ),
      (
        "plans.define{id = 'a', name = 'A', days = {'gen 51'}}",
        "days: day 1 of the plan: 'gen 51': Genesis ends with chapter 50", "bad_value"
      ),
      (
        "plans.import('/nowhere/plan.txt')", "path cannot be read: No such file or directory",
        "bad_value"
      ),
      ("plans.import('/')", "path cannot be read: Is a directory", "bad_value"),
      ("plans.delete('advent')", "plan 'advent' comes with the program", "refused"),
    ])
  func `what cannot be is refused in words`(
    script: String, summary: String, kind: String
  ) throws {
    let failure = try desk.failure(script)
    #expect(failure.summary == summary)
    #expect(failure.kind.rawValue == kind)
  }

  @Test func `a plan is imported from a file, twice without a second copy`() throws {
    #expect(
      try desk.text(
        #"""
        local path = os.tmpname()
        local file = io.open(path, "w")
        file:write("# Ruth\nid: ruth\ncovers: Ruth\n1=Ruth.1,Ruth.2\n2=Ruth.3-Ruth.4\n"):close()
        local plan = plans.import(path)
        local edits = #queue
        plans.import(path)
        os.remove(path)
        local out = {plan.name, plan.days[1], plan.days[2], tostring(#queue == edits)}
        out[#out + 1] = tostring(plans.check("ruth").complete)
        return table.concat(out, ", ")
        """#) == "Ruth, Ruth 1-2, Ruth 3-4, true, true")
  }

  @Test func `in a sandbox no file is read`() throws {
    var options = LuaState.Options()
    options.isSandboxed = true
    let desk = try ScriptDesk(options: options)
    #expect(try desk.failure("plans.import('/etc/hostname')").code == "api.in_sandbox")
  }

  @Test func `changing plans keeps each one's day, on the second device too`() throws {
    #expect(
      try desk.text(
        """
        local w = world{seed = 59, devices = {"phone", "tablet"}}
        w.phone.plans.start("advent")
        for day = 1, 4 do w.phone.plans.complete("advent", day) end
        w.phone.plans.start("holy_week")
        w:settle()
        w.tablet.plans.start("advent")
        w:settle()
        local p, t = w.phone.plans.active(), w.tablet.plans.active()
        return p.id .. p.next_day .. t.id .. t.next_day .. #w.phone.plans.list{started = true}
        """) == "advent5advent52")
  }

  @Test func `giving a plan up holds on the device that reads on offline`() throws {
    #expect(
      try desk.text(
        """
        local w = world{seed = 60, devices = {"phone", "tablet"}}
        w.phone.plans.start("advent")
        w.phone.plans.complete("advent", 1)
        w:settle()
        w.tablet:offline()
        w.tablet.plans.complete("advent", 2)
        w:advance("1h")
        w.phone.plans.abandon("advent")
        w.tablet:online()
        w:settle()
        local t = w.tablet.plans.progress("advent")
        local p = w.phone.plans.progress("advent")
        return t.state .. t.done .. p.state .. p.done .. #w:diff() .. tostring(w.tablet.plans.active())
        """) == "not started0not started00nil")
  }

  @Test func `begun anew on both devices offline it is one new run`() throws {
    #expect(
      try desk.text(
        """
        local w = world{seed = 61, devices = {"phone", "tablet"}}
        w.phone.plans.start("advent")
        w.phone.plans.complete("advent", 1)
        w:settle()
        w.phone:offline()
        w.tablet:offline()
        w.phone.plans.start("advent", {anew = true})
        w.phone.plans.complete("advent", 2)
        w:advance("1h")
        w.tablet.plans.start("advent", {anew = true})
        w.tablet.plans.complete("advent", 3)
        w.phone:online()
        w.tablet:online()
        w:settle()
        local out = {}
        for _, device in ipairs{w.phone, w.tablet} do
          for _, day in ipairs(device.plans.progress("advent").completed) do
            out[#out + 1] = day.day
          end
        end
        return table.concat(out, " ") .. " " .. #w:diff()
        """) == "2 3 2 3 0")
  }

  @Test func `days of a plan that is not here are shown, and the plan once it comes`() throws {
    #expect(
      try desk.text(
        """
        local w = world{seed = 62, devices = {"phone", "tablet"}}
        local row = {plan_id = "theirs", day_num = 1, completed_at = "2026-01-01T00:00:00.000Z"}
        w.tablet.sql("INSERT INTO plan_progress(plan_id, day_num, completed_at) VALUES(?, 1, ?)",
          row.plan_id, row.completed_at)
        w:settle()
        local p = w.phone.plans.list{started = true}[1]
        local out = {p.id, p.name, tostring(p.here), p.done, tostring(p.total)}
        w.tablet.plans.define{id = "theirs", name = "Theirs", days = {"Jude", "Ruth"}}
        w:settle()
        p = w.phone.plans.progress("theirs")
        out[#out + 1] = p.name .. " " .. p.percent .. " " .. p.next
        return table.concat(out, ", ")
        """) == "theirs, plan not on this device, false, 1, nil, Theirs 50 Ruth 1-4")
  }
}
