import Support
import Testing

@testable import Console

/// `lectern supabase`: the folder, and what is in it put to use.
@Suite struct SupabaseProgramTests {
  private let home: ScratchFolder
  private let shell: Shell

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  private static let files = """
    out/SETUP.md
    out/supabase/config.toml
    out/supabase/migrations/20261130000000_lectern_ground.sql
    out/supabase/migrations/20261201140000_lectern.sql
    out/supabase/functions/delete-user-data/index.ts
    out/supabase/templates/confirmation.html
    out/supabase/templates/magic_link.html
    out/supabase/templates/recovery.html
    out/supabase/templates/email_change.html
    out/supabase/templates/reauthentication.html

    """

  @Test func `it names what it wrote, and nothing the second time`() throws {
    #expect(try shell.run("lectern supabase out/").output == Self.files)
    let again = try shell.run("lectern supabase out")
    #expect(again.output == "")
    #expect(again.status == 0)
  }

  @Test func `a file that differs is kept, and what is missing is written`() throws {
    let result = try shell.run(
      """
      lectern supabase out > /dev/null; echo mine > out/supabase/config.toml; rm out/SETUP.md
      lectern supabase out; s=$?; cat out/supabase/config.toml; exit $s
      """)
    #expect(
      result.output == """
        out/SETUP.md
        mine
        error: kept, as it differs: out/supabase/config.toml
          hint: what was missing is written; --force writes over these too

        """)
    #expect(result.status == 65)
    let forced = try shell.run(
      "lectern supabase --force out; grep -c mine out/supabase/config.toml")
    #expect(forced.output == "out/supabase/config.toml\n0\n")
  }

  @Test(arguments: [
    ("lectern supabase", 64, "write lectern supabase DIR"),
    ("lectern supabase ''", 64, "write lectern supabase DIR"),
    ("lectern supabase a b", 64, "write lectern supabase DIR"),
    ("lectern supabase out --froce", 64, "did you mean '--force'?"),
    ("lectern supabse out", 66, "did you mean 'lectern supabase'?"),
    ("echo > f; lectern supabase f", 74, "cannot write 'f/SETUP.md': Not a directory"),
    ("mkdir -p o/SETUP.md; lectern supabase o", 66, "cannot read 'o/SETUP.md': Is a directory"),
  ]) func `what cannot be is one error with its cure`(
    command: String, status: Int32, text: String
  ) throws {
    let result = try shell.run(command)
    #expect(result.output.contains(text), "\(result.output)")
    #expect(result.status == status)
  }

  @Test func `psql applies its files to an empty PostgreSQL, twice`() throws {
    let server = try ThrowawayPostgres(isBare: true)
    let apply = """
      for file in out/supabase/migrations/*.sql; do
        psql -h '\(server.folder)' -U postgres -v ON_ERROR_STOP=1 -q -f "$file" || exit 1
      done
      """
    let result = try shell.run("lectern supabase out > /dev/null\n\(apply)\n\(apply)")
    #expect(result.output == "")
    #expect(result.status == 0)
    let session = try server.connect(to: "postgres")
    let person = try session.value("insert into auth.users values (gen_random_uuid()) returning id")
    try session.query(
      """
      begin; set local role authenticated;
      select set_config('request.jwt.claims', '{"sub": "\(person ?? "")"}', true);
      insert into bookmarks (verse_ref) values ('john 3:16');
      select sync_pull('aaaaaaaaaaaa', '', '', 10); commit
      """)
    #expect(try session.value("select seq from bookmarks") == "1")
  }

  @Test func `its settings and mails ask for what the console asks for`() throws {
    let read = "lectern supabase out > /dev/null; cat out/supabase/config.toml"
    let settings = try shell.run(read).output.split(separator: "\n")
    for line in [
      "otp_length = 6", "minimum_password_length = 8", "double_confirm_changes = true",
      "enable_confirmations = true", "skip_nonce_check = true", "skip_nonce_check = false",
      "enable_anonymous_sign_ins = false", #"schemas = ["public"]"#,
    ] { #expect(settings.contains { $0 == line }, "\(line)") }
    let paths = settings.filter { $0.hasPrefix("content_path = ") }
      .map { String($0.split(separator: "\"")[1]) }
    #expect(paths.count == 5)
    for path in paths {
      let text = try FileBytes.read("\(home.path)/out/\(path)")
      #expect(String(decoding: text, as: UTF8.self).contains("{{ .Token }}"))
      #expect(!String(decoding: text, as: UTF8.self).contains("ConfirmationURL"))
    }
  }
}
