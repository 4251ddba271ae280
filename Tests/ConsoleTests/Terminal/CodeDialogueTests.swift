import Glibc
import Testing

@testable import Console

/// The screens that wait for a mail or for a browser, with a cloud that sends codes.
@Suite struct CodeDialogueTests {
  private let home: ScratchFolder
  private let cloud: PseudoTerminal
  private let address: String

  init() throws {
    home = try ScratchFolder()
    cloud = try PseudoTerminal(
      ["serve", "--port", "0", "--data", "cloud", "--confirm-email"], home: home.path)
    _ = try cloud.expect("http://")
    address = "http://" + (try cloud.expect("\r\n"))
  }

  private func start() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(["--cloud", address], home: home.path)
    try terminal.expect("> ")
    try terminal.enter("sync.auto(false)", gives: "false", "> ")
    return terminal
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    try terminal.leave()
    cloud.signal(SIGINT)
  }

  /// The digits of the next mail to an address.
  private func code(to email: String, _ kind: String) throws -> String {
    try cloud.expect("mail to \(email): \(kind) ")
    return try cloud.expect(" ")
  }

  private static let wrong = "Token has expired or is invalid"

  /// Makes an account whose address is confirmed.
  private func signUp(_ terminal: PseudoTerminal) throws {
    try terminal.enter("auth.sign_up('a@b.example', 'secret-pw-1')", gives: "nil", "> ")
    let code = try code(to: "a@b.example", "confirmation")
    try terminal.enter("auth.verify('a@b.example', '\(code)')", gives: "a@b.example", "online")
  }

  @Test func `a sign-up ends with the digits of its mail`() throws {
    let terminal = try start()
    try terminal.enter("auth.sign_up()", gives: "E-mail: ")
    try terminal.enter("a@b.example", gives: "Name to show")
    try terminal.enter("", gives: "Password: ")
    try terminal.enter("secret-pw-1", gives: "Once more: ")
    try terminal.enter("secret-pw-1", gives: "A code was mailed to a@b.example", "Code (Enter")
    let code = try code(to: "a@b.example", "confirmation")
    try terminal.enter("12345", gives: "it must be exactly 6 digits", "Code (Enter")
    try terminal.enter(code == "111111" ? "222222" : "111111", gives: Self.wrong, "Code (Enter")
    try terminal.enter("", gives: "sends no more mail for now", "try again in ", "Code (Enter")
    try terminal.enter(code, gives: "a@b.example", "lectern(online) q:0> ")
    try leave(terminal)
    #expect(!terminal.screen.contains("secret-pw"))
  }

  @Test func `whoever lacks the code only is asked for it at the next sign-in`() throws {
    let terminal = try start()
    try terminal.enter("auth.sign_up('a@b.example', 'secret-pw-1')", gives: "nil", "> ")
    let code = try code(to: "a@b.example", "confirmation")
    try terminal.enter("auth.sign_in()", gives: "without signing in: ")
    try terminal.enter("3", gives: "E-mail: ")
    try terminal.enter("a@b.example", gives: "Password: ")
    try terminal.enter("secret-pw-1", gives: "Email not confirmed", "Code (Enter")
    try terminal.enter(code, gives: "a@b.example", "lectern(online) q:0> ")
    try leave(terminal)
  }

  @Test func `a forgotten password is replaced by the one that is typed twice`() throws {
    let terminal = try start()
    try signUp(terminal)
    try terminal.enter("auth.sign_out{}", gives: "true", "guest")
    try terminal.enter("auth.reset_password()", gives: "E-mail: ")
    try terminal.enter("a@b.example", gives: "If there is an account", "Code (Enter")
    let code = try code(to: "a@b.example", "recovery")
    try terminal.enter(code, gives: "New password: ")
    try terminal.enter("secret-pw-2", gives: "Once more: ")
    try terminal.enter("secret-pw-2", gives: "a@b.example", "lectern(online) q:0> ")
    try terminal.enter("auth.sign_out{}", gives: "true", "guest")
    try terminal.enter("auth.sign_in('a@b.example')", gives: "Password: ")
    try terminal.enter("secret-pw-2", gives: "a@b.example", "online")
    try leave(terminal)
    #expect(!terminal.screen.contains("secret-pw-2"))
  }

  @Test func `a new address wants the codes of both`() throws {
    let terminal = try start()
    try signUp(terminal)
    try terminal.enter("auth.change_email()", gives: "New e-mail: ")
    try terminal.enter("c@d.example", gives: "Code for c@d.example (Enter")
    let (one, other) = try bothCodes()
    try terminal.enter(one, gives: "Code for a@b.example (Enter")
    try terminal.enter(other, gives: "c@d.example", "online")
    try terminal.enter(".account", gives: "Account       c@d.example", "> ")
    try leave(terminal)
  }

  /// Of the new address and of the old one, whichever mail went first.
  private func bothCodes() throws -> (String, String) {
    var codes: [String: String] = [:]
    for _ in 0..<2 {
      try cloud.expect("mail to ")
      let address = try cloud.expect(": email_change ")
      codes[address] = try cloud.expect(" ")
    }
    return (try #require(codes["c@d.example"]), try #require(codes["a@b.example"]))
  }

  @Test func `a browser that comes back signs in`() throws {
    let terminal = try start()
    try terminal.enter("auth.sign_in()", gives: "2  Google - not set up", "without signing in: ")
    try terminal.enter("", gives: "> ")
    try terminal.enter("g = cloud.identity_provider('google')", gives: "> ")
    try terminal.enter("auth.sign_in_with('google')", gives: "come back here:\r\n")
    let url = try terminal.expect("\r\n")
    let lua =
      "print(cloud.identity_provider('google'):visit('\(url)', {email = 'a@b.example'}).url)"
    let back = try Shell(home: home.path).run("lectern --memory --cloud \(address) -e \"\(lua)\"")
    try #require(back.status == 0, "\(back.output)")
    try visit(back.output)
    try terminal.expect("a@b.example")
    try terminal.expect("lectern(online) q:0> ")
    try terminal.enter("auth.user().provider", gives: "google", "> ")
    try terminal.enter("auth.sign_in_with('facebook')", gives: "'facebook' is not offered", "> ")
    try leave(terminal)
  }

  @Test func `Ctrl-C ends the wait for a browser`() throws {
    let terminal = try start()
    try terminal.enter("auth.sign_in_with('apple')", gives: "come back here:\r\n", "\r\n")
    try terminal.type("\u{3}")
    try terminal.expect("lectern(guest) q:0> ")
    try terminal.enter("6 * 7", gives: "\r\n42\r\n")
    try leave(terminal)
  }

  /// Opens `http://127.0.0.1:PORT/path`, as a browser does at the end.
  private func visit(_ url: String) throws {
    let line = try #require(url.split(separator: "\n").first)
    let parts = line.split(separator: "/", maxSplits: 2)
    let port = try #require(parts[1].split(separator: ":").last.flatMap { UInt16($0) })
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    place.sin_port = port.bigEndian
    let isConnected = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let request = Array("GET /\(parts[2]) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    #expect(request.withUnsafeBytes { write(client, $0.baseAddress, $0.count) } > 0)
    var answer = [UInt8](repeating: 0, count: 1024)
    #expect(read(client, &answer, answer.count) > 0)
  }
}
