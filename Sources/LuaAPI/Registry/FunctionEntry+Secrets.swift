import LuaRuntime

extension FunctionEntry {
  /// Parameters and options of secret functions that hold no secret.
  private static let open: Set<String> = ["name", "provider", "type", "on_other_owner"]

  /// Tells whoever keeps histories what a call of a secret function is given, whether the call is
  /// right or not: who mixes up address and password types a secret too.
  func tellSecrets(of call: LuaCall) {
    guard let tell = call.state.onSecret else { return }
    for (index, value) in call.values().enumerated() {
      let name = parameters.indices.contains(index) ? parameters[index].name : ""
      if let text = Self.secret(value, name: name) { tell(text) }
      guard let table = value.table else { continue }
      for key in options.map(\.name) where !Self.open.contains(key) {
        if let text = Self.secret(table[key], name: key) { tell(text) }
      }
    }
  }

  /// An address is none.
  private static func secret(_ value: LuaValue, name: String) -> String? {
    guard !open.contains(name), let text = value.text ?? value.integer.map(String.init),
      !text.contains("@")
    else { return nil }
    return text
  }
}
