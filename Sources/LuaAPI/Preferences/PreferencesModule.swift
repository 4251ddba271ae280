import Library
import LuaRuntime
import Vocabulary
import World

extension ScriptAPI {
  private var preferences: Preferences { Preferences(device.database) }

  func registerPreferences() {
    registerPreferenceFields()
    register(
      FunctionEntry(
        "prefs.get", [.required("key", .text)], result: "the value, or nil for none",
        errors: [.badValue],
        doc: "Reads a preference; prefs.theme is the same. What was not set has its default.",
        example: #"return prefs.get("theme")"#)
    ) { api, call in
      let value = try api.preferences.get(try call.text(1))
      return call.lua.result(api.luaValue(value))
    }
    register(
      FunctionEntry(
        "prefs.set", [.required("key", .text), .required("value", .any, orNil: true)],
        result: "the value that holds now", errors: [.badValue, .limit],
        doc: """
          Sets a preference; prefs.theme = "light" is the same. Each key has its type; nil brings \
          its default back. Keys of this device only stay on it.
          """,
        example: #"prefs.set("theme", "light")  return prefs.theme"#)
    ) { api, call in
      let json = try LuaJSON.json(call.value(2))
      let value = try api.writing(call) { try api.setPreference(try call.text(1), json) }
      return call.lua.result(api.luaValue(value))
    }
    register(
      FunctionEntry(
        "prefs.unset", [.required("key", .text)], result: "true; false if it was not set",
        errors: [.badValue],
        doc: "Takes away what was set, so that the default holds; prefs.theme = nil is the same.",
        example: #"prefs.theme = "light"  return prefs.unset("theme"), prefs.theme"#)
    ) { api, call in
      call.lua.result(try api.writing(call) { try api.preferences.unset(try call.text(1)) })
    }
    registerPreferenceLists()
  }

  private func registerPreferenceLists() {
    register(
      FunctionEntry(
        "prefs.find",
        options: [OptionKey("set", .boolean, "true: only what was set; false: only what was not")],
        result: "list of {key=, value=, set=, device_local=}",
        doc: "Lists all preferences with what holds for them, by name.",
        example: #"prefs.theme = "light"  return prefs.find{set = true}[1].key"#)
    ) { api, call in
      let found = try api.preferences.find(isSet: call.booleanOption("set"))
      return call.lua.list(found, fields: 4) { preference, table in
        table.set("key", preference.key)
        table.set("value", api.luaValue(preference.value))
        table.set("set", preference.isSet)
        table.set("device_local", preference.isLocal)
      }
    }
    register(
      FunctionEntry(
        "prefs.reset", options: [OptionKey("confirm", .boolean, "true, or nothing is done")],
        result: "how many were set", errors: [.badValue],
        doc: """
          Makes all defaults hold on this device. Nothing of it is synced: other devices keep \
          what they have, and what is set anew anywhere holds again. Plans are followed on.
          """,
        example: #"prefs.theme = "light"  prefs.reset{confirm = true}  return prefs.theme"#)
    ) { api, call in
      try call.requireConfirmation()
      return call.lua.result(try api.writing(call) { try api.preferences.reset() })
    }
  }

  static let preferencesModule = "prefs"

  /// `prefs.theme`.
  private func registerPreferenceFields() {
    let fields = state.makeTable { table in
      table.register("__index") { [self] call in
        call.result(luaValue(try preferences.get(try key(of: call))))
      }
    }
    module(Self.preferencesModule).setMetatable(fields)
  }

  /// `prefs.theme = "light"`.
  func assignPreference(_ call: LuaCall) throws -> LuaResults {
    let key = try key(of: call)
    let json = try LuaJSON.json(call.value(at: 3))
    try writing(by: "prefs.set") { try setPreference(key, json) }
    return call.result()
  }

  private func key(of call: LuaCall) throws -> String {
    guard let key = call.value(at: 2).text else {
      throw APIError.badValue(
        argument: "prefs[…]", problem: "has a \(call.kind(at: 2).name) for a key",
        hint: "preferences are named: prefs.theme, prefs[\"plan_start:gospels\"]")
    }
    return key
  }

  /// What a person sets must name a plan that there is. What another device set may name one that
  /// comes later.
  @discardableResult
  private func setPreference(_ key: String, _ value: JSONValue) throws -> JSONValue {
    try Plans(device.database).check(preference: key, value)
    return try preferences.set(key, value)
  }

  /// A preference as scripts see it: none is nil.
  private func luaValue(_ value: JSONValue) -> LuaValue {
    value == .null ? .nil : LuaJSON.luaValue(value, in: state)
  }
}
