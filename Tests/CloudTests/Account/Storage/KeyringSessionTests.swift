import Cloud
import EmbeddedCloud
import Glibc
import Testing
import Vocabulary

/// A secret service of a test.
private final class TestKeyring: Keyring {
  var isThere = true
  var isSilent = false
  var kept: [UInt8]?
  private(set) var calls = 0

  func secret() throws(KeyringSilence) -> [UInt8]? {
    try answer()
    return kept
  }
  func keep(_ secret: [UInt8]) throws(KeyringSilence) {
    try answer()
    kept = secret
  }
  func forget() throws(KeyringSilence) {
    try answer()
    kept = nil
  }
  private func answer() throws(KeyringSilence) {
    calls += 1
    if isSilent { throw KeyringSilence("it is locked") }
  }
}

@Suite final class KeyringSessionTests {
  private let scratch: SessionFolder
  private let path: String
  private let session: Session
  private let keyring = TestKeyring()

  init() throws {
    scratch = try SessionFolder()
    path = "\(scratch.path)/session.json"
    session = try ProjectFixture().signUp("ann@t.example")
  }

  private func store(
    _ passphrase: String? = nil, uses: Bool = true, seed: UInt64 = 5
  ) -> FileSessionStore {
    FileSessionStore(
      path: path, surroundings: SeededSurroundings(seed: seed), passphrase: passphrase,
      keyring: keyring, usesKeyring: uses)
  }

  private var file: String { SessionFolder.text(of: path) }
  private var isInFile: Bool { file.contains(session.refreshToken) }
  private var isInKeyring: Bool {
    String(decoding: keyring.kept ?? [], as: UTF8.self).contains(session.refreshToken)
  }

  @Test func `where a secret service answers the file has only a note`() throws {
    try store().save(session)
    #expect(isInKeyring && !isInFile)
    #expect(!file.contains("ann@t.example"))
    #expect(try store().load() == session)
    #expect(store().place == .secretService)
  }

  @Test func `it is asked once for a session that does not change`() throws {
    let first = store()
    try first.save(session)
    let other = store(seed: 6)
    #expect(keyring.calls == 1)
    for _ in 0..<5 { _ = try other.load() }
    for _ in 0..<5 { _ = try first.load() }
    #expect(keyring.calls == 2)
    var renewed = session
    renewed.refreshToken = "next"
    #expect(try other.replace(session, with: renewed))
    #expect(try first.load() == renewed)
    #expect(keyring.calls == 4)
  }

  @Test func `signing out leaves nothing in either place`() throws {
    try store().save(session)
    try store().save(nil)
    #expect(keyring.kept == nil && access(path, F_OK) != 0)
  }

  @Test(arguments: [true, false])
  func `without one, or with one that is silent, the file has it`(isThere: Bool) throws {
    keyring.isThere = isThere
    keyring.isSilent = true
    let store = store()
    try store.save(session)
    #expect(isInFile && !isInKeyring)
    let calls = keyring.calls
    try store.save(session)
    #expect(keyring.calls == calls)
    #expect(try store.load() == session)
    #expect(store.place == .file)
  }

  @Test func `a session moves to a service that answers later, and is in one place`() throws {
    keyring.isThere = false
    try store().save(session)
    keyring.isThere = true
    #expect(try store().load() == session)
    try store().save(session)
    #expect(isInKeyring && !isInFile)
    try store(uses: false).save(session)
    #expect(!isInKeyring && isInFile)
  }

  @Test func `a passphrase takes it out of the service`() throws {
    try store().save(session)
    let sealing = store("open sesame 1")
    try sealing.settle()
    #expect(keyring.kept == nil && !isInFile)
    #expect(sealing.place == .sealedFile)
    #expect(try sealing.load() == session)
  }

  @Test func `a service that does not give the session is an error with the cure`() throws {
    try store().save(session)
    keyring.isSilent = true
    let error = #expect(throws: CloudError.secretServiceSilent(reason: "it is locked")) {
      try store().load()
    }
    #expect(error?.hint?.contains("unlock") == true)
    keyring.isSilent = false
    #expect(try store().load() == session)
    keyring.kept = nil
    #expect(throws: CloudError.self) { try store().load() }
    try store().save(session)
    #expect(try store().load() == session)
  }

  @Test func `signing in while the service is locked keeps the new session in the file`() throws {
    try store().save(session)
    keyring.isSilent = true
    var next = session
    next.refreshToken = "next"
    try store().save(next)
    #expect(try store().load() == next)
    keyring.isSilent = false
    #expect(try store().load() == next)
    try store().save(next)
    #expect(!isInKeyring && store().place == .secretService)
  }
}
