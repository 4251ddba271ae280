import ModelWorlds
import Testing
import World

/// Plays steps of the reference model until nothing moves. Then all devices must hold what the
/// cloud of their account holds, which is nothing but `holds`: nothing that was typed is lost, and
/// no conflict is there that the model does not have. `inOther`: what account B holds.
func playToRest(
  signedIn devices: [String] = [], _ steps: String, holds: [String], inOther: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let world = try played(signedIn: devices, steps)
  defer { world.leaveStage() }
  try world.rest()
  #expect(try world.unlike() == [], sourceLocation: sourceLocation)
  #expect(try world.holdings(of: "A") == holds, sourceLocation: sourceLocation)
  #expect(try world.holdings(of: "B") == inOther, sourceLocation: sourceLocation)
}

/// A world after these steps; whoever asks for it leaves its stage. `devices` are there from the
/// first second and sign in to account A, one a second.
func played(signedIn devices: [String] = [], _ steps: String) throws -> ModelWorld {
  let world = try ModelWorld(seed: 1, on: WorldStage())
  for device in devices { try world.play("1000 new \(device) \(device)") }
  for (place, device) in devices.enumerated() {
    try world.play("\(1001 + place) sign_in \(device) A")
  }
  for line in steps.split(separator: "\n") { try world.play(String(line)) }
  return world
}
