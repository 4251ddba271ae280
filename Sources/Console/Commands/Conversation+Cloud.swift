import LuaRuntime
import Vocabulary

/// What the dot commands say of cloud and account.
extension Conversation {
  /// How many parked edits are named. Unit: edits.
  private static let parkedShown = 5

  /// `.sync` says how things stand; `.sync now` sends and fetches.
  func sync(_ argument: String) throws {
    switch argument {
    case "": try showSync()
    case "now": try runForCommand("sync.now()", taking: "", of: "sync")
    default:
      throw ConsoleError.command("'.sync \(argument)' is unknown", hint: ".sync, or .sync now")
    }
  }

  /// Who is signed in, with which cloud, and when they last met; or the invitation.
  func showAccount(taking rest: String) throws {
    guard rest.isEmpty else {
      throw ConsoleError.command(".account takes nothing after it", hint: nil)
    }
    let user = try value(of: "return auth.user()").table
    let status = try value(of: "return sync.status()").table
    var rows = [("Account", user?["email"].text ?? user?["id"].text ?? "none: not signed in")]
    if let name = user?["name"].text { rows.append(("Name", name)) }
    if let provider = user?["provider"].text { rows.append(("Signed in by", provider)) }
    if let email = user?["new_email"].text {
      rows.append(("New e-mail", "\(email), when its code is confirmed"))
    }
    if let cloud = status?["cloud"].text { rows.append(("Cloud", cloud)) }
    if user != nil {
      rows.append(("Sync", try synced(status)))
      if let error = status?["error"].text { rows.append(("Error", error)) }
    }
    rows += invitation(isSignedIn: user != nil, status)
    write(rows)
  }

  /// What is here only is never said to be synced.
  private func synced(_ status: LuaTable?) throws -> String {
    let session = try value(of: "return auth.session()").table
    if session?["needs_sign_in"].boolean == true {
      let why = session?["reason"].text.map { ": \($0)" } ?? ""
      return "stopped\(why); sign in again, edits wait in the queue"
    }
    guard let last = status?["last_sync_at"].text.flatMap({ Instant($0) }) else {
      return "never yet"
    }
    let ago = Ago.text(last, at: history.now())
    return isHereOnly(status) ? "saved on this computer \(ago)" : "✓ Synced \(ago)"
  }

  private func invitation(isSignedIn: Bool, _ status: LuaTable?) -> [(String, String)] {
    if isSignedIn { return [] }
    return [
      ("Hint", "auth.sign_in() or auth.sign_up(): sign in to sync your study data across devices"),
      ("", "Your data stays on this device either way."),
    ]
  }

  private func isHereOnly(_ status: LuaTable?) -> Bool {
    status?["cloud"].text?.hasPrefix("this computer") ?? true
  }

  private func showSync() throws {
    guard let status = try value(of: "return sync.status()").table else { return }
    let parked = status["parked"].integer ?? 0
    var pending = String(status["pending"].integer ?? 0)
    if parked > 0 { pending += ", and \(parked) parked" }
    var rows = [
      ("Status", state(of: status)), ("Cloud", status["cloud"].text ?? ""),
      ("Last sync", status["last_sync_at"].text ?? "never"), ("Pending", pending),
    ]
    if parked > 0 { rows += try parkedRows() }
    if let error = status["error"].text { rows.append(("Error", error)) }
    if let hint = status["hint"].text { rows.append(("Hint", hint)) }
    write(rows)
  }

  private func state(of status: LuaTable) -> String {
    if status["signed_in"].boolean != true { return "not signed in" }
    return status["online"].boolean == true ? "signed in" : "signed in, offline"
  }

  private func parkedRows() throws -> [(String, String)] {
    let source = "return queue.find{state = 'parked', limit = \(Self.parkedShown)}"
    return try value(of: source).table?.items.compactMap(\.table).map { entry in
      let place = [entry["table"].text, entry["row"].integer.map { String($0) }]
      let name = place.compactMap { $0 }.joined(separator: " ")
      return ("Parked", name + ": " + (entry["error"].text ?? "no reason is known"))
    } ?? []
  }

  /// The first value of a chunk of ours, which neither history nor recording sees.
  private func value(of source: String) throws -> LuaValue {
    guard case .complete(let function, _) = evaluator.session.lua.load(source, name: "command")
    else { return .nil }
    return try function.call().first ?? .nil
  }

  private func write(_ rows: [(String, String)]) {
    let width = rows.map(\.0.count).max() ?? 0
    for (name, text) in rows {
      let gap = String(repeating: " ", count: width + 2 - name.count)
      output.write(name + gap + Escaping.visible(text, isOneLine: true) + "\n")
    }
  }
}
