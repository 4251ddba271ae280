import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var plans: Plans { Plans(device.database) }

  func registerPlans() {
    register(
      FunctionEntry(
        "plans.list",
        options: [OptionKey("started", .boolean, "true: the plans that are followed")],
        result: "list of plans; with started, of progress as plans.progress tells it",
        errors: [.badValue],
        doc: """
          Lists reading plans, the shortest first; those that are followed by id, also where the \
          plan itself is not on this device.
          """,
        example: #"return #plans.list() + #plans.list{started = true}"#)
    ) { api, call in
      if call.booleanOption("started") == true {
        return call.lua.list(try api.plans.followed(), fields: 15) { Self.fill($1, $0) }
      }
      return call.lua.list(try api.plans.list(), fields: 7) { Self.fill($1, $0) }
    }
    register(
      FunctionEntry(
        "plans.get", [.required("id", .text)], result: "plan, with .days, a text for each day",
        errors: [.notFound], doc: "Reads a plan with all its days.",
        example: #"return plans.get("psalms_in_30_days").days[1]"#)
    ) { api, call in api.result(try api.plans.get(try call.text(1)), call) }
    register(
      FunctionEntry(
        "plans.check", [.required("id", .text)],
        result: "table {complete=, whole_bible=, verses=, missing=, doubled={ref=, days=}}",
        errors: [.notFound],
        doc: "Compares a plan, verse by verse, with what it claims to cover.",
        example: #"return plans.check("mcheyne").whole_bible"#)
    ) { api, call in
      let id = try call.text(1)
      return api.result(try api.plans.check(id), of: id, call)
    }
    registerOwnPlans()
    registerPlanReading()
    registerPlanDates()
  }

  private func registerOwnPlans() {
    register(
      FunctionEntry(
        "plans.define",
        options: [
          OptionKey("id", .text, "a-z, 0-9, _ and -"),
          OptionKey("name", .text, "what people call it"),
          OptionKey("description", .text, "a sentence about it"),
          OptionKey("days", .texts, "references, a text for each day"),
          OptionKey("covers", .text, "what it claims to cover: bible, ot, nt or references"),
        ],
        result: "plan", errors: [.badValue, .refused, .limit],
        doc: """
          Stores a plan of your own, on all your devices, over the one with that id if there is \
          one. Only description and covers may be left out.
          """,
        example:
          #"return plans.define{id = "ruth", name = "Ruth", days = {"ruth 1-2", "ruth 3-4"}}"#)
    ) { api, call in
      for key in ["id", "name", "days"] where call.options[key] == nil {
        throw APIError.missing(
          function: call.entry.name, argument: key, expected: key == "days" ? "texts" : "text")
      }
      let draft = try PlanDraft(
        id: try call.textOption("id") ?? "", name: try call.textOption("name") ?? "",
        description: try call.textOption("description") ?? "",
        days: try call.textsOption("days") ?? [], covers: try call.textOption("covers"))
      return api.result(try api.writing(call) { try api.plans.define(draft) }, call)
    }
    registerPlanFiles()
  }

  private func registerPlanFiles() {
    register(
      FunctionEntry(
        "plans.import", [.required("path", .text)], result: "plan",
        errors: [.badValue, .refused, .limit],
        doc: """
          Stores the plan of a text file: a line "# name", then "id: …", "about: …" and \
          "covers: …", and for each day a line like 1=Gen.1,Gen.2.
          """,
        example: """
          local path = os.tmpname()
          local file = io.open(path, "w")
          file:write("# Ruth\\nid: ruth\\n1=Ruth.1,Ruth.2\\n2=Ruth.3,Ruth.4\\n"):close()
          local plan = plans.import(path)
          os.remove(path)
          return plan.days[2]
          """)
    ) { api, call in
      if call.lua.state.isSandboxed { throw APIError.inSandbox(function: call.entry.name) }
      let draft = try PlanFile.draft(try call.text(1))
      return api.result(try api.writing(call) { try api.plans.define(draft) }, call)
    }
    register(
      FunctionEntry(
        "plans.delete", [.required("id", .text)], errors: [.notFound, .refused],
        doc: "Deletes a plan of your own and what was read of it, on all your devices.",
        example: """
          plans.define{id = "jude", name = "Jude", days = {"Jude"}}
          plans.delete("jude")
          """)
    ) { api, call in
      try api.writing(call) { try api.plans.delete(try call.text(1)) }
      return call.lua.result()
    }
  }

  private func registerPlanReading() {
    register(
      FunctionEntry(
        "plans.start", [.required("id", .text)],
        options: [
          OptionKey("date", .text, "its first day, like 2026-01-31; today if left out"),
          OptionKey("anew", .boolean, "true: forget what was read of it"),
        ],
        result: "progress", errors: [.notFound, .badValue],
        doc: """
          Begins a plan and makes it the active one. A plan that is followed already keeps its \
          place, and goes on if it rested.
          """,
        example: #"return plans.start("mcheyne", {date = "2026-01-01"}).next"#)
    ) { api, call in
      let progress = try api.writing(call) {
        try api.plans.start(
          try call.text(1), on: try call.textOption("date"),
          anew: call.booleanOption("anew") ?? false)
      }
      return api.result(progress, call)
    }
    register(
      FunctionEntry(
        "plans.complete", [.required("id", .text), .optional("day", .integer)],
        result: "progress", errors: [.notFound, .refused],
        doc: "Notes that a day of a plan was read, the next one if none is named.",
        example: """
          plans.start("holy_week")
          return plans.complete("holy_week", 1).next_day
          """)
    ) { api, call in
      let day = call.isMissing(2) ? nil : try call.integer(2)
      return api.result(
        try api.writing(call) { try api.plans.complete(try call.text(1), day: day) }, call)
    }
    registerPlanState()
  }

  private func registerPlanState() {
    register(
      FunctionEntry(
        "plans.abandon", [.required("id", .text)], errors: [.notFound, .refused],
        doc: "Gives a plan up, on all your devices; what was read of it is forgotten.",
        example: """
          plans.start("advent")
          plans.abandon("advent")
          return plans.progress("advent").state
          """)
    ) { api, call in
      try api.writing(call) { try api.plans.abandon(try call.text(1)) }
      return call.lua.result()
    }
    register(
      FunctionEntry(
        "plans.progress", [.required("id", .text)],
        result: """
          table {state=, done=, total=, percent=, next_day=, next=, on_date=, behind=, \
          started_on=, ends_on=, completed={day=, completed_at=}}
          """,
        errors: [.notFound],
        doc: """
          Tells how far a plan is read, which day is next, which is today's by the calendar (UTC), \
          and how many days before it were not read.
          """,
        example: #"return plans.progress("advent").percent"#)
    ) { api, call in api.result(try api.plans.progress(try call.text(1)), call) }
    register(
      FunctionEntry(
        "plans.active", result: "progress, or nil", errors: [],
        doc: "Tells of the plan that was begun last.",
        example: #"plans.start("advent")  return plans.active().id"#)
    ) { api, call in
      guard let progress = try api.plans.active() else { return call.lua.result(LuaValue.nil) }
      return api.result(progress, call)
    }
  }

  private func registerPlanDates() {
    let changes: [(name: String, doc: String, change: (Plans) -> (String) throws -> PlanProgress)] =
      [
        (
          "pause", "Lets a plan rest: no day falls due until it is resumed.", Plans.pause
        ),
        ("resume", "Ends a rest; the dates that are left move on by its days.", Plans.resume),
        (
          "catch_up", "Moves a plan's dates so that its next day is today's; a rest ends.",
          Plans.catchUp
        ),
      ]
    for (name, doc, change) in changes {
      register(
        FunctionEntry(
          "plans.\(name)", [.required("id", .text)], result: "progress",
          errors: [.notFound, .refused], doc: doc,
          example: "plans.start(\"advent\")  return plans.\(name)(\"advent\").state")
      ) { api, call in
        api.result(try api.writing(call) { try change(api.plans)(try call.text(1)) }, call)
      }
    }
  }
}
