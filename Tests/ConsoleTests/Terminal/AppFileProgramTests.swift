import Support
import Testing

@testable import Console

/// The real program on files of the app.
@Suite struct AppFileProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
    try AppFileMaker.make(at: "\(home.path)/old.db", version: 14)
  }

  @Test func `an old file is upgraded at its first opening, and one line says so`() throws {
    let first = try shell.run("lectern --db old.db -e 'return #notes.find{}'")
    #expect(first.status == 0)
    #expect(
      first.output == """
        16
        upgraded from version 14 of the app: 16 notes, 2 collections, 3 links, 4 highlights, \
        2 highlight collections, 4 bookmarks, 2 topics, 4 chapters read, 2 panels, \
        2 days of reading, 2 plans, 2 days of plans, 8 preferences, 2 sessions, 1 event, 1 flag, \
        1 profile, 3 queue entries of its own; 2 became one with another spelling of the same; \
        1 said nothing that others do not; 6 references are kept as written, being none of the \
        canon; 20 rows that did not fit as they were are in the table leftovers; the file as it was: old.db-app-v14-backup

        """)
    let second = try shell.run("lectern --db old.db -e 'return #notes.find{}'")
    #expect(second.output == "16\n")
    let again = try shell.run(
      "lectern --quiet --db old.db-app-v14-backup -e 'return #notes.find{}'")
    #expect(again.output == "16\n")
  }

  @Test func `its own queue is listed, and never sent`() throws {
    let result = try shell.run(
      """
      lectern --quiet --db old.db -o json -e 'local q = queue.find{state="foreign"} \
      return {#q, #queue, q[2].operation, q[2].payload, q[2].error, q[2].state}'
      """)
    #expect(
      result.output == """
        [3,0,"toggle_upvote","{\\"topic_id\\":\\"anxiety\\"}","Server rejected","foreign"]

        """)
  }

  @Test(
    arguments: [
      ("lectern --db old.db --read-only -e 1", "without --read-only"),
      ("head -c 100000 old.db > cut.db; lectern --db cut.db -e 1", "cut.db is damaged"),
      (
        "sqlite3 old.db 'INSERT INTO _migrations(version) VALUES(27)'; lectern --db old.db -e 1",
        "has version 27; this lectern knows up to version 26"
      ),
    ])
  func `what cannot be upgraded is one clear error`(command: String, words: String) throws {
    let result = try shell.run(command)
    #expect(result.status != 0)
    #expect(result.output.hasPrefix("error: "))
    #expect(result.output.contains(words))
    #expect(try shell.run("ls | grep -c backup").output == "0\n")
  }
}
