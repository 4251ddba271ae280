import LuaRuntime

/// Where results go and how they look.
extension Conversation {
  func changeMode(to name: String) throws {
    guard !name.isEmpty else {
      output.write(output.renderer.mode.rawValue + "\n")
      return
    }
    output.renderer.mode = try OutputMode(named: name)
  }

  /// `.output FILE`, `.output | COMMAND`; `.output` alone is the screen again.
  func redirect(to name: String, isOnce: Bool) throws {
    if name.isEmpty || name == "stop" {
      guard !isOnce else {
        throw ConsoleError.command(
          ".once needs a file or a command", hint: ".once notes.csv, or .once | less")
      }
      let before = output.redirection?.name
      output.redirect(to: nil)
      if let before { output.notice("results are shown here again, no longer in \(before)") }
      return
    }
    output.redirect(to: try Redirection(name, isOnce: isOnce))
  }

  /// The last result again, uncut, in a mode of its own where one is named.
  func showLast(in name: String) throws {
    guard let lastResults else { return output.write("no result yet\n") }
    let mode = name.isEmpty ? nil : try OutputMode(named: name)
    try output.showWhole(evaluator.shown(lastResults), mode: mode)
  }

  /// `NAME on` and `NAME off`; without a word the setting is told.
  func flip(_ name: String, _ word: String, _ isOn: inout Bool) throws {
    switch word {
    case "": output.write("\(name) is \(isOn ? "on" : "off")\n")
    case "on": isOn = true
    case "off": isOn = false
    default:
      throw ConsoleError.command(
        ".\(name) takes on or off, not '\(word)'",
        hint: Nearest.hint(for: word, among: ["on", "off"]) ?? ".\(name) on")
    }
  }

  func changePager(to word: String) throws {
    guard !word.isEmpty else {
      return output.write("pager is \(output.pager.rawValue)\n")
    }
    guard let pager = Pager.When(rawValue: word == "on" ? "auto" : word) else {
      throw ConsoleError.command(
        ".pager takes auto or off, not '\(word)'", hint: "$PAGER names the program")
    }
    output.pager = pager
  }
}
