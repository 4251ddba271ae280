import Cloud
import EmbeddedCloud
import Glibc
import Testing
import Vocabulary

@Suite final class SealedSessionTests {
  private let scratch: SessionFolder
  private let path: String
  private let session: Session

  init() throws {
    scratch = try SessionFolder()
    path = "\(scratch.path)/session.json"
    session = try ProjectFixture().signUp("ann@t.example")
  }

  private func store(_ passphrase: String?) -> FileSessionStore {
    FileSessionStore(
      path: path, surroundings: SeededSurroundings(seed: 5), passphrase: passphrase)
  }

  @Test func `what is sealed holds nothing that can be read, and opens again`() throws {
    try store("open sesame 1").save(session)
    let text = SessionFolder.text(of: path)
    for secret in [session.accessToken, session.refreshToken, "ann@t.example", "open sesame"] {
      #expect(!text.contains(secret))
    }
    #expect(SessionFolder.mode(path) == 0o600)
    #expect(try store("open sesame 1").load() == session)
    #expect(store("open sesame 1").place == .sealedFile)
  }

  @Test(arguments: [nil, "open sesame 2", "", "open sesame 1 "])
  func `another passphrase is an error that changes nothing`(wrong: String?) throws {
    try store("open sesame 1").save(session)
    let before = SessionFolder.text(of: path)
    let other = store(wrong)
    let expected = CloudError.sessionSealed(path: path, isPassphraseKnown: wrong != nil)
    let error = #expect(throws: expected) { try other.load() }
    #expect(error?.kind == .crypto)
    #expect(error?.hint?.contains("LECTERN_SESSION_PASSPHRASE") == true)
    #expect(throws: expected) { try other.save(session) }
    #expect(SessionFolder.text(of: path) == before)
    #expect(try store("open sesame 1").load() == session)
  }

  @Test func `whoever knows the passphrase opens it for one process`() throws {
    try store("open sesame 1").save(session)
    let other = store(nil)
    #expect(other.isLocked)
    #expect(throws: CloudError.self) { try other.unlock(passphrase: "nope") }
    #expect(other.isLocked)
    try other.unlock(passphrase: "open sesame 1")
    #expect(!other.isLocked)
    #expect(try other.load() == session)
    var renewed = session
    renewed.refreshToken = "next"
    #expect(try other.replace(session, with: renewed))
    #expect(!SessionFolder.text(of: path).contains("next"))
    #expect(try store("open sesame 1").load() == renewed)
  }

  @Test func `a session that lay open is sealed as soon as there is a passphrase`() throws {
    try store(nil).save(session)
    let sealing = store("open sesame 1")
    #expect(try sealing.load() == session)
    try sealing.settle()
    #expect(!SessionFolder.text(of: path).contains(session.refreshToken))
    #expect(try sealing.load() == session)
    #expect(throws: CloudError.self) { try store(nil).load() }
  }

  @Test func `each time it is sealed it looks different`() throws {
    let sealing = store("open sesame 1")
    try sealing.save(session)
    let first = SessionFolder.text(of: path)
    try sealing.save(session)
    #expect(SessionFolder.text(of: path) != first)
  }

  @Test func `signing out removes a sealed session, also unopened`() throws {
    try store("open sesame 1").save(session)
    try store(nil).save(nil)
    #expect(access(path, F_OK) != 0)
  }

  @Test(arguments: [
    #""rounds":16384"#: #""rounds":1073741824"#, #""block":8"#: #""block":4096"#,
    #""lanes":1"#: #""lanes":0"#, #""nonce":"#: #""nonces":"#,
  ])
  func `parameters that somebody changed open nothing, and cost nothing`(
    old: String, new: String
  ) throws {
    try store("open sesame 1").save(session)
    let text = SessionFolder.text(of: path)
    try #require(text.contains(old))
    SessionFolder.write(text.replacing(old, with: new), to: path)
    #expect(throws: CloudError.sessionSealed(path: path, isPassphraseKnown: true)) {
      try store("open sesame 1").load()
    }
  }

  @Test func `a sealed session cut in half is an error in words`() throws {
    try store("open sesame 1").save(session)
    let text = SessionFolder.text(of: path)
    SessionFolder.write(String(text.prefix(text.count / 2)), to: path)
    #expect(throws: CloudError.sessionUnreadable(path: path, reason: "it is not JSON")) {
      try store("open sesame 1").load()
    }
  }
}
