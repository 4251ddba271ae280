import Library
import LuaRuntime
import Testing
import World

/// A simulated world is a script as well, and both are the same world.
@Suite struct WorldScriptTests {
  @Test(arguments: UInt64(1)...8)
  func `the script of a world plays what the world played`(seed: UInt64) throws {
    let form = Simulation.Form()
    let steps = Simulation.steps(seed: seed, form: form)
    let alike = BrokenPromise("devices and cloud are alike", "nothing")
    let text = WorldScript(seed: seed, form: form, steps, alike).text
    let world = try Simulation.played(seed: seed, form: form, steps)
    let played = try world.devices[0].device.notes.find().map(\.text)
    let told = try ScriptDesk().text(
      """
      \(text)
      local texts = {}
      for _, note in ipairs(w.a.notes.find{}) do texts[#texts + 1] = note.text end
      return table.concat(texts, " ")
      """)
    #expect(told == played.joined(separator: " "))
  }

  @Test func `a broken promise is an assertion that fails`() throws {
    let form = Simulation.Form()
    let steps = [Step(0, .addNote(verse: 1, "v1")), Step(0, .sync)]
    let lost = BrokenPromise("nothing is lost", "v2 is nowhere")
    let text = WorldScript(seed: 1, form: form, steps, lost).text
    #expect(try ScriptDesk().failure(text).summary.contains("v2 is nowhere: nothing is lost"))
    let held = BrokenPromise("nothing is lost", "v1 is nowhere")
    try ScriptDesk().run(WorldScript(seed: 1, form: form, steps, held).text)
  }
}
