import Glibc
import Testing

@testable import Console

/// Inputs that hold a secret, as people type and paste them; each secret begins with `sekret`.
private let corpus: [String] = [
  #"auth.sign_up("a@b.example", "sekret-01-x")"#,
  #"auth.sign_in("a@b.example", "sekret-02-x")"#,
  #"auth.sign_in('a@b.example', [[sekret-03-x]])"#,
  "auth.sign_in(\"a@b.example\",\n  \"sekret-04-x\")",
  #"auth.sign_in("sekret-05-x", "a@b.example")"#,
  #"pcall(auth.sign_in, "a@b.example", "sekret-06-x")"#,
  #"local pw = "sekret-07-x""#,
  #"auth.sign_in("a@b.example", pw)"#,
  #"nine = "sekret-09-x""#,
  #"auth.sign_in("a@b.example", nine)"#,
  #"half = "sekret-11""#,
  #"auth.sign_in("a@b.example", half .. "-rest")"#,
  #"auth.sing_in("a@b.example", "sekret-13-x")"#,
  #"auth.login("a@b.example", "sekret-14-x")"#,
  #"sign_in("a@b.example", "sekret-15-x")"#,
  #"sing_in("a@b.example", "sekret-16-x")"#,
  #"auth.sign_in("a@b.example" "sekret-17-x")"#,
  #"auth.sign_in("a@b.example", "sekret-18-x"))"#,
  #"auth.verify("a@b.example", "sekret-19-x")"#,
  #"auth:sign_in("a@b.example", "sekret-20-x")"#,
  #"auth.sign_in_with("google", {id_token = "sekret-21-x"})"#,
  #"auth.sign_in_with("apple", {id_token = "sekret-22-x", nonce = "sekret-22-n"})"#,
  #"auth.sign_in_with_code("a@b.example", "sekret-23-x")"#,
  #"auth.complete_reset("a@b.example", "sekret-24-c", "sekret-24-x")"#,
  #"auth.change_password("sekret-25-x")"#,
  #"auth.change_password("sekret-26-x", {code = "sekret-26-c"})"#,
  #"auth.confirm_email("a@b.example", "sekret-27-x")"#,
  #"auth.exchange{code = "sekret-28-c", verifier = "sekret-28-v"}"#,
  #"auth.validate.password("sekret-29-x")"#,
  #"auth.validate.code("sekret-30-x")"#,
  #"function enter(p) return auth.sign_in("a@b.example", p) end"#,
  #"enter("sekret-32-x")"#,
  #"error("no: sekret-33-x " .. auth.sign_in("a@b.example", "sekret-33-x"))"#,
  #"t = {password = "sekret-34-x"}"#,
  #"for _, p in ipairs{"sekret-35-x", "sekret-35-y"} do pcall(auth.sign_in, "a@b.c", p) end"#,
  #"quiet = auth["sign" .. "_in"]"#,
  #"quiet("a@b.example", "sekret-37-x")"#,
  "-- it is sekret-38-x\nauth.sign_in(\"a@b.example\", \"sekret-38-x\")",
  "auth.sign_in(\"a@b.example\", \"sekret-39-\\z\n  x\")",
  #"auth.sign_in("a@b.example", "sekret-40-x", {nope = 1})"#,
  #"auth.sign_in{email = "a@b.example", password = "sekret-41-x"}"#,
  #"coroutine.wrap(function() return auth.sign_in("a@b.example", "sekret-42-x") end)()"#,
  #"xpcall(auth.sign_in, debug.traceback, "a@b.example", "sekret-43-x")"#,
  #"world{seed = 1}.phone.auth.sign_in("a@b.example", "sekret-44-x")"#,
  #"local mail, passphrase <const> = "a@b.example", "sekret-45-x""#,
  #"auth.sign_in("a@b.example", nine .. nope.x)  -- sekret-46-x"#,
]

@Suite struct SecretsCorpusTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  /// Enters it as a paste is, so that no line of it is run alone, and waits until it has run: a
  /// prompt may be drawn more than once.
  private func type(_ terminal: PseudoTerminal, _ input: String, _ number: Int) throws {
    try terminal.type("\u{1B}[200~\(input)\u{1B}[201~\r")
    try terminal.expect("> ")
    try terminal.expectPrompt()
    try terminal.type("print('do' .. 'ne-\(number)')\r")
    try terminal.expect("done-\(number)\r\n")
    try terminal.expectPrompt()
  }

  private func typeAll(recording path: String? = nil) throws {
    let terminal = try PseudoTerminal([], home: home.path)
    try terminal.expect("> ")
    if let path {
      try terminal.type(".record \(path)\r")
      try terminal.expect("recording) q:0> ")
    }
    for (number, input) in corpus.enumerated() { try type(terminal, input, number) }
    // Half a call that is thrown away.
    try terminal.type("auth.sign_in('a@b.example', 'sekret-99-x'")
    try terminal.expect("sekret-99-x'")
    try terminal.type("\u{3}")
    try terminal.expect("^C")
    try terminal.expectPrompt()
    if path != nil {
      try terminal.type(".record stop\r")
      try terminal.expect("q:0> ")
    }
    try terminal.expectPrompt()
    try type(terminal, "1 + 1  -- kept", 99)
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
  }

  /// The files of the profile, of the state and of this folder that hold a secret.
  private func leaks() throws -> String {
    try shell.run("grep -raF sekret . | cut -c1-200; true").output
  }

  @Test func `nothing of them is on the disk after an evening at the prompt`() throws {
    try typeAll()
    #expect(try leaks() == "")
    let history = try FileBytes.read(home.path + "/.local/state/lectern/history")
    #expect(String(decoding: history, as: UTF8.self).contains("1 + 1"))
  }

  @Test func `a recording of them runs, and has none`() throws {
    try typeAll(recording: "flow.lua")
    #expect(try leaks() == "")
    let flow = try FileBytes.read(home.path + "/flow.lua")
    let text = String(decoding: flow, as: UTF8.self)
    #expect(text.contains("stand-in-1"))
    #expect(text.contains("enter"))
  }

  @Test(arguments: ["", "-o json"])
  func `no message about one of them shows it`(mode: String) throws {
    // Whose call stands in an input before goes with it.
    let function = corpus[30] + "\n" + corpus[31]
    let alias = corpus[35] + "\n" + corpus[36]
    let whole = corpus.filter { !$0.hasPrefix("enter") && !$0.hasPrefix("quiet") }
    for (number, input) in (whole + [function, alias]).enumerated() {
      try FileBytes.replace(home.path + "/input", with: Array(input.utf8))
      let run = try shell.run("lectern --memory \(mode) input")
      #expect(!run.output.contains("sekret"), "\(number + 1): \(run.output)")
    }
  }

  @Test func `the list of processes shows no secret of a chunk, and no key`() throws {
    let chunk = #"pcall(auth.sign_in, 'a@b.example', 'sekret-01-x') return os.execute(seen)"#
    let seen = #"seen = [[tr '\0' ' ' < /proc/$PPID/cmdline; tr '\0' ' ' < /proc/$PPID/environ]]"#
    try FileBytes.replace(home.path + "/look.lua", with: Array(seen.utf8))
    let result = try shell.run(
      """
      export LECTERN_SESSION_PASSPHRASE=sekret-pass
      timeout 20 '\(try PseudoTerminal.program())' --cloud http://127.0.0.1:9 --key sekret-key \
        -e "dofile('look.lua') \(chunk)"
      """)
    #expect(result.output.contains("auth.sign_in"), "\(result.output)")
    #expect(!result.output.contains("sekret"), "\(result.output)")
  }
}
