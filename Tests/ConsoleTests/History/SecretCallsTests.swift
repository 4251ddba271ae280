import Testing

@testable import Console

@Suite struct SecretCallsTests {
  private let secrets = SecretCalls(
    secret: ["auth.sign_in", "auth.verify", "auth.validate.code", "auth.change_password"],
    harmless: [
      "sync.verify", "auth.user", "auth.session", "auth.validate.email", "notes.add", "note:update",
    ])

  @Test(arguments: [
    "auth.sign_in('a@b.c', 'pw')", "auth.sign_in(\n  'a@b.c',\n  'pw')", "auth . sign_in 'x'",
    "w.phone.auth.sign_in('a', 'b')", "auth['sign_in']('a', 'b')", "auth[\"sign_in\"]('a')",
    "local s = auth.sign_in s('a', 'b')", "auth.verify('a', '123456')", "auth[ [[sign_in]] ]('a')",
    "pcall(auth.sign_in, 'a', 'pw')", "auth.sign_in('a', 'unfinished", "pcall(auth.verify, 'a')",
    "auth:sign_in('a', 'pw')", "auth.validate.code('1')", "auth['verify']('a', 'b')",
  ])
  func `a call with a password is found`(source: String) {
    #expect(secrets.areIn(source))
  }

  @Test(arguments: [
    "auth.sing_in('a@b.c', 'pw')", "auth.login('a@b.c', 'pw')", "sign_in('a@b.c', 'pw')",
    "sing_in('a@b.c', 'pw')", "auth.signIn('a@b.c', 'pw')", "change_pasword 'pw'",
    "auth:signin{'a', 'b'}",
  ])
  func `a misspelt one is found too`(source: String) {
    #expect(secrets.areIn(source))
  }

  @Test(arguments: [
    "pw = 'x'", "local password <const> = [[x]]", "local mail, pass = 'a@b.c', 'x'",
    "t = {password = 'x'}", "t['passphrase'] = 'x'", "myToken = 'x'", "code = '123456'",
    "client_secret='x'",
  ])
  func `a text for a variable that is called like a secret is found`(source: String) {
    #expect(secrets.areIn(source))
  }

  @Test(arguments: [
    "notes.find{}", "sync.verify()", "auth.user()", "-- auth.sign_in", "sign_in_later = 1",
    "error({code = 1, why = 'x'})", "e.code == 'not_found'", "auth.session().email",
    "code = 'red'", "pw == other", "password = nil", "auth.validate.email('x')",
    "notes.add('John 3:16', 'the pass of token words')", "local n = notes.add('John 3:16', 'x')",
    "n:update{text = 'x'}", "passage = 'John 3:16'", "print(code, 'x')",
  ])
  func `other input is kept`(source: String) {
    #expect(!secrets.areIn(source))
  }

  @Test func `what an error shows of a source has no text of a secret call`() {
    #expect(
      secrets.blanked("auth.verify('a@b.c', 'one', 123456) -- two")
        == "auth.verify('a@b.c', \"…\", …) --…")
    #expect(secrets.blanked("notes.add('John 3:16', 'x')") == "notes.add('John 3:16', 'x')")
  }

  @Test(arguments: [
    ("auth.sign_in('a@b.c', 'correct-horse')\nx = 'dark'", ["correct-horse"]),
    (
      "local me, word = 'a@b.c', 'correct' .. 'horse'\nx = 'dark'\nauth.sign_in(me, word)",
      ["correct", "horse"]
    ),
    ("auth.sign_in(\n  'a@b.c',\n  'correct-horse')\nx = 'dark'", ["correct-horse"]),
    ("auth.sign_in(\n  'a@b.c',\n  'correct-horse'", ["correct-horse"]),
    ("auth.sing_in('a@b.c', 'correct-horse')\nx = 'dark'", ["correct-horse"]),
    ("word = [[\nhorse]]\nx = 'dark'\nauth.sign_in('a@b.c', word)", ["horse"]),
    ("x = 'dark'", []),
  ])
  func `only lines of secret calls, and of what they name, are hidden`(
    source: String, hidden: [String]
  ) {
    #expect(secrets.words(in: source).words == Set(hidden))
  }
}

@Suite struct SecretWordsTests {
  private var words: SecretWords {
    var words = SecretWords()
    for word in ["correct-horse-9", "pw", "73519846", ""] { words.add(word) }
    return words
  }

  @Test(arguments: [
    "x = 'correct-horse-9'", "say(\"my correct-horse-9 is\")", "x = 'horse'", "x = 'pw'",
    "x = 73519846", "-- correct-horse-9",
  ])
  func `a secret that was taken is found whole, within, and in pieces`(source: String) {
    #expect(words.areIn(source))
  }

  @Test(arguments: ["x = 'pw2'", "x = 'ho'", "x = ''", "pw = 1", "x = 7351"])
  func `what only looks alike is not`(source: String) {
    #expect(!words.areIn(source))
  }

  @Test func `a text is shown without them, in JSON too`() {
    var words = words
    words.add("a\"b\\c1")
    #expect(words.hidden(in: "no correct-horse-9 here, pw") == "no … here, pw")
    #expect(words.hidden(in: #"{"m":"a\"b\\c1"}"#) == #"{"m":"…"}"#)
  }
}
