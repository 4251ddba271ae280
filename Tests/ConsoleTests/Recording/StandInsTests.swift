import Testing

@testable import Console

@Suite struct StandInsTests {
  private func standIns() -> StandIns {
    let functions = [
      FunctionHelp(
        name: "auth.sign_in", optionKeys: ["name", "code"], summary: "", isSecret: true)
    ]
    let secrets = SecretCalls(secret: ["auth.sign_in"], harmless: [])
    return StandIns(secrets, functions: functions)
  }

  @Test(arguments: [
    ("auth.sign_in('a@b.c', 'pw')", "auth.sign_in('a@b.c', \"stand-in-1\")"),
    ("local p = [[pw]] auth.sign_in(e, p)", "local p = \"stand-in-1\" auth.sign_in(e, p)"),
    ("auth['sign_in']('pw', 'qw')", "auth['sign_in'](\"stand-in-1\", \"stand-in-2\")"),
    (
      "auth.sign_in(e, {name = 'n', code = '123'})",
      "auth.sign_in(e, {name = 'n', code = \"stand-in-1\"})"
    ),
    ("notes.add('John 3:16', 'x')", "notes.add('John 3:16', 'x')"),
  ])
  func `secrets are replaced and the rest stays`(entered: String, recorded: String) {
    var standIns = standIns()
    #expect(standIns.replaced(in: entered) == recorded)
  }

  @Test func `an input that is gone through again keeps its stand-ins`() {
    var standIns = standIns()
    let once = standIns.replaced(in: "auth.sign_up(e, 'one')")
    #expect(standIns.replaced(in: once) == once)
    #expect(standIns.replaced(in: "auth.sign_in(e, 'one')") == "auth.sign_in(e, \"stand-in-1\")")
  }

  @Test func `a secret has one stand-in, however it is quoted`() {
    var standIns = standIns()
    _ = standIns.replaced(in: "auth.sign_in(e, 'one')")
    #expect(standIns.replaced(in: "auth.sign_in(e, 'two')") == "auth.sign_in(e, \"stand-in-2\")")
    #expect(standIns.replaced(in: "auth.sign_in(e, [[one]])") == "auth.sign_in(e, \"stand-in-1\")")
  }
}
