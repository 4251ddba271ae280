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
      do {
        return call.lua.result(LuaJSON.luaValue(try Self.decoded(call), in: api.state))
      } catch let error as JSONError {
        throw APIError.badValue(
          argument: "text", problem: "is not JSON at byte \(error.offset + 1): \(error.reason)",
          hint: "JSON looks like {\"name\": [1, true, null, \"text\"]}")
      }
    }
  }

  /// The value of a JSON text, which may be far larger than what a library keeps.
  private static func decoded(_ call: APICall) throws -> JSONValue {
    try call.lua.withBytes(at: 1) { (bytes) throws(LuaError) -> Result<JSONValue, any Error> in
      guard bytes.count <= Limits.jsonBytes else {
        return .failure(APIError.tooLong(argument: "text", bytes: bytes.count))
      }
      return Result { try JSONValue(parsing: bytes) }
    }.get()
  }
}
