/// What `.set` lists and changes; each also has a command of its own.
extension Conversation {
  private struct Setting: Sendable {
    let name: String
    let help: String
    let value: @Sendable (Conversation) -> String
    let change: @Sendable (Conversation, String) throws -> Void
  }

  private static let settings = [
    Setting(
      name: "mode", help: "how results are written", value: { $0.output.renderer.mode.rawValue },
      change: { try $0.changeMode(to: $1) }),
    Setting(
      name: "pager", help: "what is longer than the window: auto or off",
      value: { $0.output.pager.rawValue }, change: { try $0.changePager(to: $1) }),
    Setting(
      name: "timer", help: "tell how long each input took", value: { $0.isTimed ? "on" : "off" },
      change: { try $0.flip("timer", $1, &$0.isTimed) }),
    Setting(
      name: "width", help: "columns of the window; auto asks the terminal",
      value: { $0.output.fixedWidth.map(String.init) ?? "auto" },
      change: { try $0.changeWidth(to: $1) }),
  ]

  /// `.set` lists all, `.set NAME` tells one, `.set NAME VALUE` changes it for this session.
  func set(_ words: String) throws {
    let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = parts.first else {
      let width = Self.settings.map(\.name.count).max() ?? 0
      for setting in Self.settings {
        let value = setting.value(self)
        output.write(
          Self.padded(setting.name, width + 2) + Self.padded(value, 8) + setting.help + "\n")
      }
      return
    }
    guard let setting = Self.settings.first(where: { $0.name == name }) else {
      let names = Self.settings.map(\.name)
      throw ConsoleError.command(
        "there is no setting '\(name)'",
        hint: Nearest.hint(for: name, among: names) ?? ".set lists them")
    }
    guard parts.count > 1 else { return output.write(setting.value(self) + "\n") }
    try setting.change(self, parts[1])
  }

  private func changeWidth(to word: String) throws {
    if word == "auto" {
      output.fixedWidth = nil
    } else if let width = Int(word), (20...10_000).contains(width) {
      output.fixedWidth = width
    } else {
      throw ConsoleError.command("width is auto or 20 to 10000, not '\(word)'", hint: nil)
    }
    output.measureWindow()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
