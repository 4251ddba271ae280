import Testing

@testable import Console

/// The real program on the file of a library: two at once, of another version, damaged, full.
@Suite struct LibraryFileTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  @Test func `two consoles write one library at once, and no write is lost`() throws {
    let add = "for i = 1, 200 do notes.add('jn 3.16', '%' .. i) end"
    let result = try shell.run(
      """
      lectern --db x -e 1 > /dev/null
      lectern --db x -e "\(add.replacing("%", with: "a"))" > a 2>&1 &
      lectern --db x -e "\(add.replacing("%", with: "b"))" > b 2>&1 &
      wait; cat a b
      lectern --db x -e 'return notes.count{}, #queue, #notes.find{text = "a200"}'
      """)
    #expect(result.output == "400\t400\t1\n")
    #expect(result.status == 0)
  }

  private static let made = "lectern --db x -e 'notes.add(\"jn 3.16\", \"kept\")' > /dev/null"
  private static let folded = "sqlite3 x 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null"

  @Test func `a newer library is refused with both versions, and left as it was`() throws {
    let result = try shell.run(
      """
      \(Self.made)
      v=$(sqlite3 x 'PRAGMA user_version'); n=$((v + 1))
      sqlite3 x "PRAGMA user_version = $n"; \(Self.folded)
      cksum < x > before; lectern --db x -e 1; echo "status $?"; cksum < x > after
      cmp before after && echo same; echo "$v $n"; ls
      """)
    let versions = result.output.split(separator: "\n").first {
      $0.allSatisfy { $0.isNumber || $0 == " " }
    }
    let numbers = (versions ?? "").split(separator: " ")
    try #require(numbers.count == 2)
    #expect(
      result.output.contains(
        "x has version \(numbers[1]); this lectern knows up to version \(numbers[0])"))
    #expect(result.output.contains("status 65") && result.output.contains("same"))
  }

  @Test func `a copy of an earlier form is brought up to date with its rows`() throws {
    let result = try shell.run(
      """
      \(Self.made); \(Self.folded)
      cp x backup; sqlite3 backup 'PRAGMA user_version = 2; DROP TRIGGER user_notes_updated'
      lectern --db backup -e 'local n = notes.find{}[1]:update{text = "new"} return n.text, #queue'
      sqlite3 x 'SELECT note_text FROM user_notes'
      """)
    #expect(result.output == "new\t2\nkept\n")
  }

  @Test func `a backup of an earlier form is restored and brought up to date`() throws {
    let result = try shell.run(
      """
      \(Self.made); \(Self.folded)
      cp x old; sqlite3 old 'PRAGMA user_version = 2; DROP TRIGGER user_notes_updated'
      lectern --db x -e 'notes.add("jn 3.17", "later")' > /dev/null
      lectern --db x restore --quiet old > /dev/null 2>&1; echo $?
      lectern --db x -e 'local n = notes.find{}[1]:update{text = "new"} return n.text, #queue'
      lectern --db x-before-restore -e '#notes.find{}'
      """)
    #expect(result.output == "0\nnew\t2\n2\n")
  }

  @Test(
    arguments: [
      ("echo 'these are words' > bad", "not a database", 65),
      ("head -c 30000 x > bad", "damaged", 1),
      ("s=$(stat -c %s x); head -c $((s / 2)) x > bad", "damaged", 1),
      (
        "cp x bad; printf %4096s | dd of=bad conv=notrunc 2> /dev/null",
        "not a database", 65
      ),
      (
        "cp x bad; printf %100s | dd of=bad bs=1 seek=4096 conv=notrunc 2> /dev/null",
        "damaged", 1
      ),
    ] as [(String, String, Int32)])
  func `a damaged file is named and left as it was, and no other is touched`(
    damage: String, words: String, status: Int32
  ) throws {
    let result = try shell.run(
      """
      \(Self.made); \(Self.folded)
      \(damage); cksum bad x > before
      lectern --db bad -e 'return notes.find{}[1].text'; echo "status $?"
      cksum bad x > after; cmp before after && echo same
      lectern --db x -e 'return notes.find{}[1].text'
      """)
    #expect(
      result.output.hasPrefix("status \(status)\nsame\nkept\nerror: bad is \(words)"),
      "\(result.output)")
    #expect(result.output.contains(status == 65 ? "was left as it was" : "keep a copy of the file"))
  }
}
