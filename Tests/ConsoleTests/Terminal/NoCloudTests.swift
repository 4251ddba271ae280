import Testing

@testable import Console

/// A console that is set up without a cloud, or by half: an answer, and never a crash.
@Suite struct NoCloudTests {
  private let shell: Shell
  private let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  @Test func `without a cloud whatever needs one says so, and the rest works`() throws {
    let result = try shell.run(
      """
      cat > s.lua <<'END'
      local code, password = "123456", "password-1"
      local calls = {
        {"sign_up", "a@b.example", password}, {"verify", "a@b.example", code},
        {"resend", "a@b.example"}, {"sign_in", "a@b.example", password},
        {"send_code", "a@b.example"}, {"sign_in_with_code", "a@b.example", code},
        {"reset_password", "a@b.example"}, {"complete_reset", "a@b.example", code, password},
        {"change_password", password}, {"change_email", "c@d.example"}, {"reauthenticate"},
        {"confirm_email", "c@d.example", code}, {"update", {name = "A"}}, {"providers"},
        {"authorize_url", "google"}, {"exchange", {code = "c", verifier = "v"}}, {"sign_out", {}},
      }
      for _, call in ipairs(calls) do
        local ok, e = pcall(auth[call[1]], table.unpack(call, 2))
        if ok or e.kind ~= "not_configured" or not e.hint then print(call[1], ok, e) end
      end
      print(auth.user(), auth.session(), auth.profile(), auth.validate.email("a@b.example"))
      print(#select(2, auth.nonce()), notes.add("jn 3.16", "x").id, sync.now().reason, #queue)
      END
      lectern --cloud none s.lua; echo $?
      """)
    #expect(
      result.output == "nil\tnil\tnil\ttrue\n64\t1\tnot_configured\t1\n0\n", "\(result.output)")
  }

  @Test(arguments: [
    ("SUPABASE_URL=http://cloud.example", "SUPABASE_ANON_KEY"),
    ("SUPABASE_ANON_KEY=k", "SUPABASE_URL"), ("SUPABASE_URL= SUPABASE_ANON_KEY=k", "SUPABASE_URL"),
    ("SUPABASE_URL=nonsense SUPABASE_ANON_KEY=k", "SUPABASE_URL"),
  ])
  func `half a setting is an error that names the other half`(
    setting: String, missing: String
  ) throws {
    let result = try shell.run("\(setting) lectern -e 1")
    #expect(result.status == 78, "\(result.output)")
    #expect(result.output.contains(missing), "\(result.output)")
  }

  @Test func `a provider that is not offered is refused with what is`() throws {
    let result = try shell.run(
      """
      cat > s.lua <<'END'
      for _, name in ipairs{"facebook", "Facebook", "github", "", "apple ", "keycloak"} do
        for _, call in ipairs{auth.sign_in_with, auth.authorize_url} do
          local _, e = pcall(call, name, {})
          print(e.kind, e.message:find(name, 1, true) ~= nil, e.hint:find("google") ~= nil)
        end
      end
      for _, p in ipairs(auth.providers()) do print(p.name) end
      END
      lectern s.lua
      """)
    #expect(
      result.output == String(repeating: "bad_value\ttrue\ttrue\n", count: 12)
        + "email\napple\ngoogle\n", "\(result.output)")
  }
}
