import LuaRuntime

/// What a script may listen to.
enum APIEvent: String, CaseIterable {
  /// Something of the library changed, here or by a pull.
  case change
  case pushed
  case pulled
  case conflict
  case parked
  /// A sync that was asked for has come a step further.
  case progress
  /// Somebody signed in or out, or something of that changed.
  case session
  case offline
  case online
}

/// Who listens to what.
final class Events {
  private var listeners: [(id: Int64, event: APIEvent, function: LuaFunction)] = []
  private var lastID: Int64 = 0
  private var firing: Set<APIEvent> = []
  /// Whether a change inside a transaction waits for its end.
  var hasHeldChange = false

  func add(_ function: LuaFunction, to event: APIEvent) -> Int64 {
    lastID += 1
    listeners.append((lastID, event, function))
    return lastID
  }

  /// False where it was gone already.
  func remove(_ id: Int64) -> Bool {
    let count = listeners.count
    listeners.removeAll { $0.id == id }
    return listeners.count < count
  }

  func hasListeners(_ event: APIEvent) -> Bool { listeners.contains { $0.event == event } }

  /// Calls the listeners in the order they came, each with a table of its own. What they do may not
  /// fire the same event again. What a listener raises is not the caller's: its work is done.
  func fire(
    _ event: APIEvent, in state: LuaState, only id: Int64? = nil,
    _ fill: (LuaTableBuilder) -> Void
  ) throws {
    guard hasListeners(event), firing.insert(event).inserted else { return }
    defer { firing.remove(event) }
    for listener in listeners where listener.event == event && id ?? listener.id == listener.id {
      let table = state.makeTable { table in
        table.set("event", event.rawValue)
        fill(table)
      }
      do { try listener.function.call([.table(table)]) } catch {
        guard error.cause == .raised else { throw error }
        state.onStrayError?(error.within("a function for on(\"\(event.rawValue)\")"))
      }
    }
  }
}
