import Cloud
import EmbeddedCloud
import Testing

@testable import Console

/// Accounts of a cloud that another process serves.
@Suite struct ServedAccountsTests {
  private let shell: Shell
  private let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
    shell = Shell(home: home.path)
  }

  @Test func `a served cloud shows its mails, and scripts with its key read them`() throws {
    let result = try shell.run(
      """
      lectern serve --confirm-email > served 2> mails & until grep -qs SERVICE served; do :; done
      . ./served
      cat > s.lua <<'END'
      auth.sign_up("ann@t.example", "password-1")
      local mail = cloud.inbox("ann@t.example")[1]
      print(auth.verify("ann@t.example", mail.code).email)
      local google = cloud.identity_provider("google")
      local flow = auth.authorize_url("google")
      print(google:visit(flow.url, {email = "ann@t.example"}).code ~= nil)
      print(mail.code)
      END
      lectern --memory --cloud $SUPABASE_URL --key $SUPABASE_ANON_KEY s.lua > said
      lectern --memory --cloud $SUPABASE_URL -e 'print(#cloud.inbox("ann@t.example"))'
      lectern --memory --cloud $SUPABASE_URL --key x -e \
        'print(select(2, pcall(cloud.inbox, "x")).kind)'
      head -2 said; grep -c "^mail to ann@t.example: confirmation $(tail -1 said) http" mails
      kill -INT $(pgrep -P $!); wait
      """)
    #expect(result.output == "1\nrefused\nann@t.example\ntrue\n1\n", "\(result.output)")
  }

  private final class OtherServer: RequestAnswering {
    func answer(_ request: HTTPRequest) -> HTTPResponse {
      HTTPResponse(
        status: 404, headers: ["Content-Type": "application/json"],
        body: Array(#"{"message":"no Route matched with those values"}"#.utf8))
    }
  }

  @Test func `a cloud that is none of ours has no mails`() throws {
    let server = try LoopbackServer {
      () throws(EmbeddedCloudError) -> any RequestAnswering in OtherServer()
    }
    defer { server.stop() }
    let script = #"local _, e = pcall(cloud.inbox, "x") print(e.kind, e.code)"#
    for address in [server.url, "https://project.t.example"] {
      let result = try shell.run(
        "lectern --memory --cloud \(address) --key k -e '\(script)'")
      #expect(result.output == "not_configured\tapi.not_embedded\n", "\(result.output)")
    }
  }
}
