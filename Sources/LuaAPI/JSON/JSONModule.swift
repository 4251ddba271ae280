import LuaRuntime
import Vocabulary

extension ScriptAPI {
  func registerJSON() {
    register(
      FunctionEntry(
        "json.encode", [.required("value", .any)], result: "text", errors: [.badValue],
        doc: """
          Writes a value as JSON, keys sorted; an empty table is [], null is null, 3.0 is 3.
          """,
        example: #"return json.encode{name = "Grace", notes = {1, 2}}"#)
    ) { _, call in call.lua.result(try LuaJSON.json(call.value(1)).text) }
    register(
      FunctionEntry(
        "json.decode", [.required("text", .text)], result: "value", errors: [.badValue],
        doc: "Reads JSON; null becomes the value null.",
        example: #"return json.decode('{"notes": [1, 2]}').notes[2]"#)
    ) { api, call in
      let text = try call.text(1)
      do throws(JSONError) {
        return call.lua.result(LuaJSON.luaValue(try JSONValue(parsing: text), in: api.state))
      } catch {
        throw APIError.badValue(
          argument: "text", problem: "is not JSON at byte \(error.offset): \(error.reason)",
          hint: nil)
      }
    }
  }
}
