import Testing

@testable import Console

/// The real program on libraries that are kept: what it does to them and how it ends.
@Suite struct LibraryProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let endless =
    "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"

  @Test(
    arguments: [
      ("echo hello > x; lectern --db x -e 1", 65),
      ("lectern --db x -e 1; lectern --db x --read-only -e 'notes.find{}'", 0),
      ("lectern -e 1; lectern --read-only -e 'notes.add(\"jn 3.16\", \"x\")'", 1),
      ("lectern --db none/x -e 1", 74),
      ("lectern --read-only --db missing -e 1", 66), ("lectern --read-only -e 1", 66),
      ("lectern --seed 1 -e 1", 64), ("lectern --clock 2026-01-01T00:00:00Z -e 1", 64),
      ("SUPABASE_URL=http://cloud.example lectern -e 1", 78),
      ("SUPABASE_ANON_KEY=k lectern --memory -e 1", 78),
      ("lectern --cloud https://cloud.example -e 1", 78),
      ("lectern sync", 77), ("lectern sync --cloud http://127.0.0.1:1", 77),
      ("lectern sync --cloud none", 78),
      ("lectern --memory --timeout 0.2 -e 'sql(\"\(endless)\")'", 124),
      ("lectern --memory --timeout 0.2 -e 'world{}.phone.sql(\"\(endless)\")'", 124),
    ] as [(String, Int32)])
  func `an ending has its status`(command: String, status: Int32) throws {
    #expect(try shell.run(command).status == status)
  }

  @Test func `a sync ends as it went`() throws {
    let result = try shell.run(
      """
      lectern serve > served & cloud=$!
      until grep -q SERVICE served; do :; done
      export $(grep URL served) $(grep ANON served)
      lectern -e 'auth.sign_up("a@b.example", "long-pw-1") notes.add("jn 3.16", "x")'
      lectern sync | grep -o '"pushed":1'; lectern sync | grep -o no_data
      kill -INT $(pgrep -P $cloud) 2> /dev/null || kill -INT $cloud
      wait $cloud
      lectern sync > /dev/null; exit $?
      """)
    #expect(result.output.hasPrefix("\"pushed\":1\nno_data\n"))
    #expect(result.status == 69)
  }

  @Test func `two scripts write one library at once, and every row is there`() throws {
    let script = "for i = 1, 200 do notes.add('Psalm 119:' .. i % 176 + 1, 'note ' .. i) end"
    let result = try shell.run(
      """
      lectern -e 1 > /dev/null
      lectern -e "\(script)" & one=$!
      lectern -e "\(script)" & other=$!
      wait $one && wait $other && lectern -e 'return notes.count{}, #queue'
      """)
    #expect(result.output == "400\t400\n")
    #expect(result.status == 0)
  }

  @Test func `profiles are apart, and their files are for their owner only`() throws {
    let result = try shell.run(
      """
      lectern --profile one -e 'notes.add("jn 3.16", "x");'
      lectern --profile two -e 'return notes.count{}'
      cd .local/share/lectern/profiles; find . ! -perm -077 -prune -o -print; ls
      """)
    #expect(result.output == "0\none\ntwo\n")
  }

  @Test func `errors are JSON where results are`() throws {
    for command in ["lectern -o json --nope", "echo x > x; lectern -o json --db x -e 1"] {
      let result = try shell.run(command)
      #expect(result.output.hasPrefix(#"{"error":{"kind":""#))
    }
  }

  @Test func `a world makes its script repeat, and a profile's run keeps the machine's time`()
    throws
  {
    let script = "print(os.date(), math.random(1 << 40), next{z = 1, y = 1, x = 1}, {})"
    let world = "lectern --memory -e 'world{} \(script)'"
    let one = try shell.run(world)
    #expect(one.output.hasPrefix("Thu Jan  1 00:00:00 2026\t"))
    #expect(try shell.run("export TZ=Asia/Tokyo LANG=fr_FR; " + world).output == one.output)
    #expect(try shell.run("lectern -e '\(script)'").output != one.output)
  }
}
