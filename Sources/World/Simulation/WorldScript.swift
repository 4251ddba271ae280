/// A simulated world as a Lua script that anybody can run: the same world, the same steps, and the
/// promise that does not hold as an assertion at its end.
package struct WorldScript {
  private let seed: UInt64
  private let form: Simulation.Form
  private let steps: [Step]
  private let broken: BrokenPromise

  package init(seed: UInt64, form: Simulation.Form, _ steps: [Step], _ broken: BrokenPromise) {
    self.seed = seed
    self.form = form
    self.steps = steps
    self.broken = broken
  }

  /// The whole text. It fails where the promise is broken, and prints nothing where it holds.
  package var text: String {
    let calls = steps.map { $0.lua(form.names[$0.device % form.devices]) }
    let names = Set(steps.map(\.function))
    let functions = StepFunctions.all.filter { names.contains($0.name) }.map(\.text)
    let devices = form.names.map { "\"\($0)\"" }.joined(separator: ", ")
    let seed = Int64(bitPattern: seed)
    return """
      -- \(broken.promise)
      -- Seed \(seed), \(steps.count) steps. Found: \(broken.found)
      local w = world{seed = \(seed), devices = {\(devices)}}
      local devices = {\(form.names.map { "w.\($0)" }.joined(separator: ", "))}
      local function pick(list, place) return #list > 0 and list[place % #list + 1] or nil end
      \(StepFunctions.step)

      \(functions.joined(separator: "\n"))
      \(calls.joined(separator: "\n"))

      \(StepFunctions.rest)
      \(PromiseCheck.lua(broken))

      """
  }
}
