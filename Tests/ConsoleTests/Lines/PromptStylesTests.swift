import Testing

@testable import Console

@Suite struct PromptStylesTests {
  @Test(arguments: [
    ("plain> ", "plain> ", "plain> "),
    ("\u{1B}[32mgo\u{1B}[0m> ", "\u{1}\u{1B}[32m\u{2}go\u{1}\u{1B}[0m\u{2}> ", "go> "),
    (
      "\u{1B}[38;2;1;2;3mgo", "\u{1}\u{1B}[38;2;1;2;3m\u{2}go", "go"
    ),
    // What says itself that it takes no room.
    ("\u{1}\u{1B}[32m\u{2}go", "\u{1}\u{1B}[32m\u{2}go", "\u{1}\u{1B}[32m\u{2}go"),
    // What moves the cursor or clears the screen is shown, not done.
    ("\u{1B}[2Jgo", "\u{1B}[2Jgo", "\u{1B}[2Jgo"), ("go\u{1B}[", "go\u{1B}[", "go\u{1B}["),
    ("\u{1B}[3", "\u{1B}[3", "\u{1B}[3"),
  ])
  func `colours of a prompt take no room, and are left out where none are wanted`(
    prompt: String, colored: String, plain: String
  ) {
    #expect(PromptStyles.marked(prompt, isColored: true) == colored)
    #expect(PromptStyles.marked(prompt, isColored: false) == plain)
  }
}
