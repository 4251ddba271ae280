extension Simulation {
  /// Every text that was typed stands somewhere, or was typed over or deleted by who had seen it.
  func checkThatNothingIsLost() throws {
    var held = try cloudTexts()
    for device in world.devices { held.formUnion(try texts(on: device)) }
    let lost = ledger.typed.subtracting(ledger.letGo).subtracting(held)
    if let text = lost.min() { throw BrokenPromise("nothing is lost", "\(text) is nowhere") }
  }
}
