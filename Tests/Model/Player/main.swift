import ModelWorlds
import World

// Reads worlds from standard input: `world SEED`, steps, then `end`, or `trace` before the steps to
// see what everybody holds after each. Writes what everybody holds at the end.
let stage = WorldStage()
while let line = readLine() {
  guard line.hasPrefix("world "), let seed = UInt64(line.dropFirst(6)) else { continue }
  var steps: [String] = []
  while let step = readLine(), step != "end" { steps.append(step) }
  print(line)
  let isTraced = steps.first == "trace"
  do {
    let world = try ModelWorld(seed: seed, on: stage)
    defer { world.leaveStage() }
    for step in steps where step != "trace" {
      try world.play(step)
      guard isTraced else { continue }
      print("step \(step)")
      for line in try world.lines() { print(line) }
    }
    if isTraced { print("rest") }
    for line in try world.lines() { print(line) }
  } catch { print("fault\t\(error)") }
  print("end")
}
