import Glibc
import Testing

@testable import Console

/// The screens of the account, typed by a person.
@Suite struct DialogueTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(arguments, home: home.path)
    try terminal.expect("> ")
    return terminal
  }

  /// Types an answer, and waits for what comes of it.
  private func enter(_ keys: String, _ terminal: PseudoTerminal, gives texts: String...) throws {
    try terminal.type(keys + "\r")
    for text in texts { try terminal.expect(text) }
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    try terminal.expectPrompt()
    try terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
  }

  private static let choice = "1 to 5, or Enter to continue without signing in: "

  private func signUp(_ terminal: PseudoTerminal) throws {
    try enter("auth.sign_up()", terminal, gives: "E-mail: ")
    try enter("a@b.example", terminal, gives: "Name to show (Enter for none): ")
    try enter("Ann", terminal, gives: "Password: ")
    try enter("secret-pw-1", terminal, gives: "Once more: ")
    try enter("secret-pw-1", terminal, gives: "email", "a@b.example", "> ")
  }

  @Test func `Enter goes on without signing in, and data stays here`() throws {
    let terminal = try start()
    try enter(
      "auth.sign_in()", terminal, gives: "Sign in to sync your study data across devices.",
      "1  Apple", "2  Google", "3  e-mail", "4  sign up", "5  forgot password", Self.choice)
    try enter("7", terminal, gives: "it must be 1, 2, 3, 4 or 5, or nothing", Self.choice)
    try enter("", terminal, gives: "Your data stays on this device", "lectern(guest) q:0> ")
    #expect(!terminal.screen.lowercased().contains("facebook"))
    try leave(terminal)
  }

  @Test func `an account is deleted in two steps, and the library stays`() throws {
    let terminal = try start()
    try signUp(terminal)
    try enter(#"notes.add("jn 3.16", "mine")"#, terminal, gives: "> ")
    let warning = "Delete it? (y/n): "
    try enter("auth.delete_account()", terminal, gives: "a@b.example", warning)
    try enter("n", terminal, gives: "Canceled; the account stays", "> ")
    try enter("auth.delete_account()", terminal, gives: warning)
    try enter("y", terminal, gives: "Type DELETE to delete it: ")
    try enter("delete", terminal, gives: "Canceled; the account stays", "> ")
    try enter("auth.delete_account()", terminal, gives: warning)
    try enter("y", terminal, gives: "Type DELETE to delete it: ")
    try enter("DELETE", terminal, gives: "The account is deleted", "lectern(guest)")
    try enter("#notes.find{}", terminal, gives: "\r\n1\r\n", "> ")
    try leave(terminal)
  }

  @Test func `who signs in to another's library is asked what becomes of it`() throws {
    let terminal = try start()
    try enter(
      #"auth.sign_up("b@b.example", "secret-pw-2") auth.sign_out{}"#, terminal, gives: "> ")
    try signUp(terminal)
    try enter(#"notes.add("jn 3.16", "mine")"#, terminal, gives: "> ")
    let question = "1 to 3, or Enter to leave all as it is: "
    let signIn = #"auth.sign_in("b@b.example", "secret-pw-2")"#
    try enter(signIn, terminal, gives: "This library belongs to another account", question)
    try enter("", terminal, gives: "> ")
    try enter("auth.user().email", terminal, gives: "a@b.example", "> ")
    try enter(signIn, terminal, gives: question)
    try enter("2", terminal, gives: "is kept in", "> ")
    try enter("auth.user().email", terminal, gives: "b@b.example", "> ")
    try leave(terminal)
  }

  @Test func `an account is made, and what is typed in secret is not shown`() throws {
    let terminal = try start()
    try enter("auth.sign_up()", terminal, gives: "E-mail: ")
    try enter("nope", terminal, gives: "it must be an address like name@example.org", "E-mail: ")
    try enter("a@b.example", terminal, gives: "Name to show")
    try enter("Ann", terminal, gives: "Password: ")
    try enter("weak", terminal, gives: "it must have at least 8 characters", "Password: ")
    try enter("secret-pw-1", terminal, gives: "Once more: ")
    try enter("secret-pw-2", terminal, gives: "they differ", "Password: ")
    try enter("secret-pw-1", terminal, gives: "Once more: ")
    try enter("secret-pw-1", terminal, gives: "Ann", "lectern(online) q:0> ")
    try enter(".account", terminal, gives: "a@b.example", "Name", "Ann", "never yet", "> ")
    #expect(!terminal.screen.contains("secret-pw"))
    try leave(terminal)
    let history = try FileBytes.read(home.path + "/.local/state/lectern/history")
    let text = String(decoding: history, as: UTF8.self)
    #expect(text.contains(".account"))
    #expect(!text.contains("secret-pw") && !text.contains("a@b.example"))
  }

  @Test func `a wrong password asks again`() throws {
    let terminal = try start()
    try signUp(terminal)
    try enter("auth.sign_out{}", terminal, gives: "true", "lectern(guest) q:0> ")
    try enter("auth.sign_in()", terminal, gives: Self.choice)
    try enter("3", terminal, gives: "E-mail: ")
    try enter("a@b.example", terminal, gives: "Password: ")
    try enter("wrong-pw-1", terminal, gives: "Invalid login credentials", "E-mail: ")
    try enter("a@b.example", terminal, gives: "Password: ")
    try enter("secret-pw-1", terminal, gives: "a@b.example", "lectern(online) q:0> ")
    try enter("auth.sign_out{}", terminal, gives: "true", "lectern(guest) q:0> ")
    try enter("auth.sign_in('a@b.example')", terminal, gives: "Password: ")
    try enter("secret-pw-1", terminal, gives: "a@b.example", "lectern(online) q:0> ")
    try leave(terminal)
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `whoever gives up is not signed in, and nothing is changed`(key: String) throws {
    let terminal = try start()
    for answers in [[], ["3"], ["3", "a@b.example"], ["4", "a@b.example"]] {
      try enter("auth.sign_in()", terminal, gives: Self.choice)
      for answer in answers { try enter(answer, terminal, gives: ": ") }
      try terminal.type(key)
      try terminal.expect("Sign-in canceled")
      try terminal.expect("lectern(guest) q:0> ")
    }
    try enter("6 * 7", terminal, gives: "\r\n42\r\n")
    try leave(terminal)
    #expect(!terminal.screen.contains("error"))
  }

  @Test func `a new password is typed twice`() throws {
    let terminal = try start()
    try signUp(terminal)
    try enter("auth.change_password()", terminal, gives: "New password: ")
    try enter("secret-pw-1", terminal, gives: "Once more: ")
    try enter("secret-pw-1", terminal, gives: "should be different", "New password: ")
    try enter("secret-pw-2", terminal, gives: "Once more: ")
    try enter("secret-pw-2", terminal, gives: "true", "> ")
    try enter("auth.sign_out{}", terminal, gives: "true", "guest")
    try enter("auth.sign_in('a@b.example')", terminal, gives: "Password: ")
    try enter("secret-pw-2", terminal, gives: "a@b.example", "online")
    try leave(terminal)
    #expect(!terminal.screen.contains("secret-pw"))
  }

  @Test func `a script and a pipe are not asked`() throws {
    let shell = Shell(home: home.path)
    let run = try shell.run(#"lectern -e 'auth.sign_in()' </dev/null"#)
    #expect(run.status == 1 && run.output.contains("auth.sign_in needs email (text)"))
    let piped = try shell.run(#"printf 'auth.change_password()\n' | lectern"#)
    #expect(piped.output.contains("auth.change_password needs new (text)"))
  }
}
