import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var depth: StudyDepth { StudyDepth(device.database) }

  func registerDepth() {
    register(
      FunctionEntry(
        "depth.open", [.required("section", .text), .required("panel", .text)],
        result: "true; false if it was open before, or is a panel that does not count",
        errors: [.badValue],
        doc: "Notes that a panel of a section was opened: heb, hist and cross count.",
        example: #"return depth.open("john_3_s1", "heb")"#)
    ) { api, call in
      call.lua.result(
        try api.writing(call) { try api.depth.open(try call.text(1), try call.text(2)) })
    }
    register(
      FunctionEntry(
        "depth.chapter", [.required("ref", .reference)],
        result: "list of {section=, panels=, explored=, of=, first_opened_at=}",
        errors: [.badValue],
        doc: "Lists the sections of a chapter of which a panel was opened.",
        example: #"depth.open("john_3_s1", "heb")  return depth.chapter("John 3")[1].explored"#)
    ) { api, call in
      call.lua.list(try api.depth.chapter(try call.text(1)), fields: 5) { section, table in
        table.set("section", section.id)
        table.set("panels", section.panels)
        table.set("explored", Int64(section.panels.count))
        table.set("of", Int64(StudyDepth.countedPanels.count))
        table.set("first_opened_at", section.firstOpenedAt)
      }
    }
  }
}
