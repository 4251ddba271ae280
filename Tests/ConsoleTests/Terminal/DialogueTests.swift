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

  private static let choice = "1 to 5, or Enter to continue without signing in: "

  private func signUp(_ terminal: PseudoTerminal) throws {
    try terminal.enter("auth.sign_up()", gives: "E-mail: ")
    try terminal.enter("a@b.example", gives: "Name to show (Enter for none): ")
    try terminal.enter("Ann", gives: "Password: ")
    try terminal.enter("secret-pw-1", gives: "Once more: ")
    try terminal.enter("secret-pw-1", gives: "email", "a@b.example", "> ")
  }

  @Test func `Enter goes on without signing in, and data stays here`() throws {
    let terminal = try start()
    try terminal.enter(
      "auth.sign_in()", gives: "Sign in to sync your study data across devices.",
      "1  Apple", "2  Google", "3  e-mail", "4  sign up", "5  forgot password", Self.choice)
    try terminal.enter("7", gives: "it must be 1, 2, 3, 4 or 5, or nothing", Self.choice)
    try terminal.enter("", gives: "Your data stays on this device", "lectern(guest) q:0> ")
    #expect(!terminal.screen.lowercased().contains("facebook"))
    try terminal.leave()
  }

  @Test func `an account is deleted in two steps, and the library stays`() throws {
    let terminal = try start()
    try signUp(terminal)
    try terminal.enter(#"notes.add("jn 3.16", "mine")"#, gives: "> ")
    let warning = "Delete it? (y/n): "
    try terminal.enter("auth.delete_account()", gives: "a@b.example", warning)
    try terminal.enter("n", gives: "Canceled; the account stays", "> ")
    try terminal.enter("auth.delete_account()", gives: warning)
    try terminal.enter("y", gives: "Type DELETE to delete it: ")
    try terminal.enter("delete", gives: "Canceled; the account stays", "> ")
    try terminal.enter("auth.delete_account()", gives: warning)
    try terminal.enter("y", gives: "Type DELETE to delete it: ")
    try terminal.enter("DELETE", gives: "The account is deleted", "lectern(guest)")
    try terminal.enter("#notes.find{}", gives: "\r\n1\r\n", "> ")
    try terminal.leave()
  }

  @Test func `who signs in to another's library is asked what becomes of it`() throws {
    let terminal = try start()
    try terminal.enter(
      #"auth.sign_up("b@b.example", "secret-pw-2") auth.sign_out{}"#, gives: "> ")
    try signUp(terminal)
    try terminal.enter(#"notes.add("jn 3.16", "mine")"#, gives: "> ")
    let question = "1 to 3, or Enter to leave all as it is: "
    let signIn = #"auth.sign_in("b@b.example", "secret-pw-2")"#
    try terminal.enter(signIn, gives: "This library belongs to another account", question)
    try terminal.enter("", gives: "> ")
    try terminal.enter("auth.user().email", gives: "a@b.example", "> ")
    try terminal.enter(signIn, gives: question)
    try terminal.enter("2", gives: "is kept in", "> ")
    try terminal.enter("auth.user().email", gives: "b@b.example", "> ")
    try terminal.leave()
  }

  @Test func `an account is made, and what is typed in secret is not shown`() throws {
    let terminal = try start()
    try terminal.enter("auth.sign_up()", gives: "E-mail: ")
    try terminal.enter("nope", gives: "it must be an address like name@example.org", "E-mail: ")
    try terminal.enter("a@b.example", gives: "Name to show")
    try terminal.enter("Ann", gives: "Password: ")
    try terminal.enter("weak", gives: "it must have at least 8 characters", "Password: ")
    try terminal.enter("secret-pw-1", gives: "Once more: ")
    try terminal.enter("secret-pw-2", gives: "they differ", "Password: ")
    try terminal.enter("secret-pw-1", gives: "Once more: ")
    try terminal.enter("secret-pw-1", gives: "Ann", "lectern(online) q:0> ")
    try terminal.enter(".account", gives: "a@b.example", "Name", "Ann", "never yet", "> ")
    #expect(!terminal.screen.contains("secret-pw"))
    try terminal.leave()
    let history = try FileBytes.read(home.path + "/.local/state/lectern/history")
    let text = String(decoding: history, as: UTF8.self)
    #expect(text.contains(".account"))
    #expect(!text.contains("secret-pw") && !text.contains("a@b.example"))
  }

  @Test func `a wrong password asks again`() throws {
    let terminal = try start()
    try signUp(terminal)
    try terminal.enter("auth.sign_out{}", gives: "true", "lectern(guest) q:0> ")
    try terminal.enter("auth.sign_in()", gives: Self.choice)
    try terminal.enter("3", gives: "E-mail: ")
    try terminal.enter("a@b.example", gives: "Password: ")
    try terminal.enter("wrong-pw-1", gives: "Invalid login credentials", "E-mail: ")
    try terminal.enter("a@b.example", gives: "Password: ")
    try terminal.enter("secret-pw-1", gives: "a@b.example", "lectern(online) q:0> ")
    try terminal.enter("auth.sign_out{}", gives: "true", "lectern(guest) q:0> ")
    try terminal.enter("auth.sign_in('a@b.example')", gives: "Password: ")
    try terminal.enter("secret-pw-1", gives: "a@b.example", "lectern(online) q:0> ")
    try terminal.leave()
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `whoever gives up is not signed in, and nothing is changed`(key: String) throws {
    let terminal = try start()
    for answers in [[], ["3"], ["3", "a@b.example"], ["4", "a@b.example"]] {
      try terminal.enter("auth.sign_in()", gives: Self.choice)
      for answer in answers { try terminal.enter(answer, gives: ": ") }
      try terminal.type(key)
      try terminal.expect("Sign-in canceled")
      try terminal.expect("lectern(guest) q:0> ")
    }
    try terminal.enter("6 * 7", gives: "\r\n42\r\n")
    try terminal.leave()
    #expect(!terminal.screen.contains("error"))
  }

  @Test func `a new password is typed twice`() throws {
    let terminal = try start()
    try signUp(terminal)
    try terminal.enter("auth.change_password()", gives: "New password: ")
    try terminal.enter("secret-pw-1", gives: "Once more: ")
    try terminal.enter("secret-pw-1", gives: "should be different", "New password: ")
    try terminal.enter("secret-pw-2", gives: "Once more: ")
    try terminal.enter("secret-pw-2", gives: "true", "> ")
    try terminal.enter("auth.sign_out{}", gives: "true", "guest")
    try terminal.enter("auth.sign_in('a@b.example')", gives: "Password: ")
    try terminal.enter("secret-pw-2", gives: "a@b.example", "online")
    try terminal.leave()
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
