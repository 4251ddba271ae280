import Testing

@testable import Console

/// One recording, replayed a hundred times: nothing of the machine reaches it.
@Suite struct RepeatedReplayTests {
  @Test(arguments: [
    "TZ=Asia/Tokyo", "LANG=tr_TR.UTF-8 LC_ALL=de_DE.UTF-8", "LUA_INIT='error(1)' LUA_PATH=/none",
    "COLUMNS=20 LINES=5 TERM=dumb",
  ])
  func `a recording gives the same whatever the machine is set to`(setting: String) throws {
    let home = try ScratchFolder()
    let shell = Shell(home: home.path)
    let inputs = [
      ".record flow.lua", "n = notes.add('John 3:16', 'x', {tags = {'b', 'a'}})", "n",
      "for k in pairs({z = 1, y = 2, [3] = 3, x = {}}) do print(k) end", "tostring({}), print",
      "os.date(), os.time(), os.date('%c %p'), math.random(1 << 40)", "('x'):upper() < 'y'",
      "sql([[select random() r, datetime('now', 'localtime') d]])", "error({n.text})", "#queue",
      ".record stop", "",
    ]
    try FileBytes.replace(
      home.path + "/typed", with: Array(inputs.joined(separator: "\n").utf8))
    let result = try shell.run(
      """
      echo > empty.lua; lectern --memory -i empty.lua < typed > printed 2>&1
      export \(setting)
      lectern replay $(yes flow.lua | head -25)
      """)
    #expect(result.output == "")
    #expect(result.status == 0)
  }
}
