import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var flags: Flags { Flags(device.database) }

  func registerFlags() {
    register(
      FunctionEntry(
        "flags.add",
        [
          .required("id", .text), .required("type", .text),
          .required("reason", .choice(Flag.Reason.allCases.map(\.rawValue))),
        ],
        options: [OptionKey("details", .text, "more about it, at most 500 characters")],
        result: "{id=, content=, type=, reason=, details=, flagged_at=}",
        errors: [.badValue, .limit],
        doc: "Reports a thing; a second report takes the place of the first. It stays here.",
        example: #"return flags.add("s-12", "submission", "Spam").reason"#)
    ) { api, call in
      let reason = Flag.Reason(rawValue: try call.text(3)) ?? .other
      let flag = try api.writing(call) {
        try api.flags.add(
          try call.text(1), type: try call.text(2), reason: reason,
          details: try call.textOption("details"))
      }
      return call.lua.table(fields: 6) { Self.fill($0, flag) }
    }
    register(
      FunctionEntry(
        "flags.has", [.required("id", .text)], result: "true or false",
        doc: "Says whether a thing was reported, under any type.",
        example: #"flags.add("s-12", "submission", "Spam")  return flags.has("s-12")"#)
    ) { api, call in call.lua.result(try api.flags.has(try call.text(1))) }
    register(
      FunctionEntry(
        "flags.find",
        options: [
          OptionKey("type", .text, "of this sort of thing"),
          .limit,
        ],
        result: "list of {id=, content=, type=, reason=, details=, flagged_at=}",
        errors: [.badValue], doc: "Lists what was reported, the latest first.",
        example: #"flags.add("s-12", "submission", "Spam")  return flags.find{}[1].content"#)
    ) { api, call in
      let found = try api.flags.find(
        type: try call.textOption("type"), limit: call.integerOption("limit"))
      return call.lua.list(found, fields: 6) { Self.fill($1, $0) }
    }
  }

  private static func fill(_ table: LuaTableBuilder, _ flag: Flag) {
    table.set("id", flag.id)
    table.set("content", flag.content)
    table.set("type", flag.type)
    table.set("reason", flag.reason)
    table.set("details", flag.details)
    table.set("flagged_at", flag.flaggedAt)
  }
}
