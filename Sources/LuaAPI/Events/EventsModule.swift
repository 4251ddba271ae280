import ChangeQueue
import Cloud
import LuaRuntime
import Store
import Sync
import Vocabulary
import World

extension ScriptAPI {
  func registerEvents() {
    register(
      FunctionEntry(
        "on",
        [
          .required("event", .choice(APIEvent.allCases.map(\.rawValue))),
          .required("fn", .function),
        ],
        result: "handle with :off()", errors: [.badValue],
        doc: """
          Calls a function with a table whenever something happens. For session it is called at \
          once too, with change = "initial_session"; the other changes are signed_in, \
          token_refreshed, user_updated, password_recovery and signed_out. For progress the table \
          says of sync.now, push, pull and verify, and of import, how far it is: phase, done, \
          total and, for each table that goes up, table; such a function begins no other sync or \
          session.
          """,
        example: """
          local seen = 0
          local handle = on("change", function(e) seen = seen + 1 end)
          notes.add("John 3:16", "x")
          handle:off()
          return seen
          """)
    ) { api, call in
      guard let event = APIEvent(rawValue: try call.text(1)),
        let function = call.value(2).function
      else { return call.lua.result() }
      let initial = event == .session ? try api.session : nil
      let id = api.events.add(function, to: event)
      if event == .session { try api.tell(SessionNews(.initial, initial), only: id) }
      return call.lua.table(api.classes.handle, fields: 2) { table in
        table.set("id", id)
        table.set("event", event.rawValue)
      }
    }
    register(
      FunctionEntry(
        "handle:off", result: "true; false if it was off", doc: "Stops the calls.",
        example: #"return on("change", function() end):off()"#), in: classes.handle
    ) { api, call in call.lua.result(api.events.remove(try call.ownID())) }
  }

  /// Runs a write of the library, and tells who listens once it is committed.
  func writing<T>(_ call: APICall, _ body: () throws -> T) throws -> T {
    try writing(by: call.entry.name, body)
  }

  /// The same for what is no call of a function, such as a field that is set.
  @discardableResult
  func writing<T>(by function: String, _ body: () throws -> T) throws -> T {
    let result = try body()
    if device.auto.isOn, !device.engine.isRunning { device.auto.attend() }
    guard events.hasListeners(.change) else { return result }
    // The write may have read its row again: a held read is no transaction of a script.
    try device.database.releaseRead()
    if device.database.connection.isInTransaction {
      events.hasHeldChange = true
    } else {
      try fireChange(by: function)
    }
    return result
  }

  func fireChange(by function: String) throws {
    try events.fire(.change, in: state) { table in
      table.set("source", "here")
      table.set("by", function)
    }
  }
}
