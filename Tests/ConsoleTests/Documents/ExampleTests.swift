import Testing

@testable import Console

/// The scripts that are shipped.
@Suite struct ExampleTests {
  @Test(arguments: Document.scripts)
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

  @Test(arguments: Document.scripts)
  func `an example is at most 15 lines of Lua under a line that says what it shows`(
    name: String
  ) throws {
    let lines = try Document("examples/\(name)").lines
    #expect(lines.first?.hasPrefix("-- ") == true)
    #expect(lines.count { !$0.isEmpty && !$0.hasPrefix("--") } <= 15)
  }

  /// What requirements ask of a timer: a minute after start-up, every quarter of an hour, and what
  /// was slept through.
  @Test func `the timer begins the service as often as is asked, and 75 is no failure of it`()
    throws
  {
    let timer = try Document("examples/systemd/lectern-sync.timer").lines
    for line in ["OnBootSec=1min", "OnUnitActiveSec=15min", "Persistent=true"] {
      #expect(timer.contains(line), "\(line)")
    }
    let service = try Document("examples/systemd/lectern-sync.service").lines
    #expect(service.contains("SuccessExitStatus=\(ExitStatus.incomplete.rawValue)"))
    #expect(service.contains { $0.hasPrefix("ExecStart=") && $0.contains("lectern sync") })
  }

  @Test func `systemd takes the units, where it is here`() throws {
    let home = try ScratchFolder()
    let result = try Shell(home: home.path).run(
      """
      command -v systemd-analyze > /dev/null || exit 0
      mkdir bin && printf '#!/bin/sh\n' > bin/lectern && chmod 755 bin/lectern
      export XDG_RUNTIME_DIR=$PWD PATH=$PWD/bin:$PATH
      systemd-analyze --user --man=no verify '\(Document.root)'/examples/systemd/lectern-sync.*
      """)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `the examples are there`() {
    #expect(Document.scripts.count >= 9)
  }
}
