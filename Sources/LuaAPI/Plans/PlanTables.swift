import Library
import LuaRuntime

/// How plans are written into tables of a script.
extension ScriptAPI {
  /// The plan without its days, for lists.
  static func fill(_ table: LuaTableBuilder, _ plan: Plan) {
    table.set("id", plan.id)
    table.set("name", plan.name)
    table.set("description", plan.description)
    table.set("total", plan.days.count)
    table.set("pace", plan.pace.rawValue)
    table.set("built_in", plan.isBuiltIn)
    if let claim = plan.claim { table.set("covers", claim.text) }
  }

  func result(_ plan: Plan, _ call: APICall) -> LuaResults {
    call.lua.table(fields: 8) { table in
      Self.fill(table, plan)
      table.set("days", plan.days.map(Self.text))
    }
  }

  func result(_ check: PlanCheck, of plan: String, _ call: APICall) -> LuaResults {
    call.lua.table(fields: 7) { table in
      table.set("id", plan)
      table.set("complete", check.isComplete)
      table.set("whole_bible", check.isWholeBible)
      table.set("verses", check.verseCount)
      table.set("missing", check.missing.map { $0.formatted(.long) })
      table.set("unreadable", check.unreadable)
      table.set("doubled") { list in
        for doubled in check.doubled {
          list.append(fields: 2) { item in
            item.set("ref", doubled.passage.formatted(.long))
            item.set("days", doubled.days)
          }
        }
      }
    }
  }

  func result(_ progress: PlanProgress, _ call: APICall) -> LuaResults {
    call.lua.table(fields: 15) { table in
      Self.fill(table, progress)
      table.set("completed") { list in
        for day in progress.completed {
          list.append(fields: 2) { item in
            item.set("day", day.day)
            item.set("completed_at", day.at)
          }
        }
      }
    }
  }

  /// The progress without its single days, for lists.
  static func fill(_ table: LuaTableBuilder, _ progress: PlanProgress) {
    table.set("id", progress.id)
    table.set("name", progress.name)
    table.set("here", progress.plan != nil)
    table.set("state", progress.state.rawValue)
    table.set("active", progress.isActive)
    table.set("done", progress.done)
    if let total = progress.total { table.set("total", total) }
    if let percent = progress.percent { table.set("percent", percent) }
    if let day = progress.nextDay {
      table.set("next_day", day)
      table.set("next", text(progress.next))
    }
    if let date = progress.startedOn { table.set("started_on", date) }
    if let date = progress.endsOn { table.set("ends_on", date) }
    if let day = progress.dayOnDate { table.set("on_date", day) }
    table.set("behind", progress.behind)
  }

  private static func text(_ day: [Reference]) -> String { ReferenceParser.format(day, .long) }
}
