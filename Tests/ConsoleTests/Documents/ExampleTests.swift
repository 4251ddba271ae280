import Testing

@testable import Console

/// The scripts that are shipped.
@Suite struct ExampleTests {
  @Test(arguments: Document.names(in: "examples"))
  func `an example gives the same output wherever and whenever it runs`(name: String) throws {
    let home = try ScratchFolder()
    let path = "\(Document.root)/examples/\(name)"
    let here = try Shell(home: home.path).run("lectern '\(path)'")
    let there = try Shell(home: home.path).run(
      "export TZ=Asia/Kathmandu LANG=de_DE.UTF-8 LC_ALL=tr_TR.UTF-8 COLUMNS=30; lectern '\(path)'")
    #expect(here.status == 0)
    #expect(!here.output.isEmpty)
    #expect(there.status == 0)
    #expect(there.output == here.output)
  }

  @Test(arguments: Document.names(in: "examples"))
  func `an example is at most 15 lines of Lua under a line that says what it shows`(
    name: String
  ) throws {
    let lines = try Document("examples/\(name)").lines
    #expect(lines.first?.hasPrefix("-- ") == true)
    #expect(lines.count { !$0.isEmpty && !$0.hasPrefix("--") } <= 15)
  }

  @Test func `the examples are there`() {
    #expect(Document.names(in: "examples").count >= 9)
  }
}
