import Cloud
import EmbeddedCloud
import Glibc
import Testing
import Vocabulary

@Suite final class FileSessionStoreTests {
  private let scratch: SessionFolder
  private let folder: String
  private let path: String
  private let store: FileSessionStore
  private let session: Session

  init() throws {
    scratch = try SessionFolder()
    folder = scratch.path
    path = "\(folder)/state/sessions/default"
    store = FileSessionStore(path: path, surroundings: SeededSurroundings(seed: 5))
    session = try ProjectFixture().signUp("ann@t.example")
  }

  private func mode(_ path: String) -> mode_t { SessionFolder.mode(path) }

  private func write(_ text: String) { SessionFolder.write(text, to: path) }

  @Test func `a session comes back as it was, from a file for its owner alone`() throws {
    #expect(try store.load() == nil)
    try store.save(session)
    #expect(try store.load() == session)
    #expect(mode(path) == 0o600)
    #expect(mode("\(folder)/state/sessions") == 0o700)
    #expect(mode("\(folder)/state") == 0o700)
    try store.save(nil)
    #expect(try store.load() == nil)
    try store.save(nil)
  }

  @Test func `another store on the same file sees it`() throws {
    try store.save(session)
    let other = FileSessionStore(path: path, surroundings: SeededSurroundings(seed: 6))
    #expect(try other.load() == session)
    try other.save(nil)
    #expect(try store.load() == nil)
  }

  @Test func `a session of any size comes back, and a shorter one leaves nothing of it`() throws {
    var other = session
    for count in [100_000, 1, 1_799, 1_800, 1_801, 2_048, 20_000, 3_600] {
      other.refreshToken = String(repeating: "r", count: count)
      try store.save(other)
      #expect(try store.load() == other)
    }
    try store.save(session)
    #expect(try store.load() == session)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size < 3_600)
  }

  @Test func `a file that others may read is refused with the cure`() throws {
    try store.save(session)
    for mode: mode_t in [0o640, 0o604, 0o660] {
      chmod(path, mode)
      let error = #expect(throws: CloudError.sessionExposed(path: path)) { try store.load() }
      #expect(error?.hint?.contains("chmod 600") == true)
    }
    chmod(path, 0o600)
    #expect(try store.load() == session)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "not json", #"{"lectern_session":2}"#,
    #"{"lectern_session":1,"cloud":"x"}"#,
  ])
  func `a file that is no session is an error, and is kept aside for the next`(text: String) throws
  {
    try store.save(session)
    write(text)
    let error = #expect(throws: CloudError.self) { try store.load() }
    #expect(error?.hint?.contains("sign in again") == true)
    #expect(SessionFolder.text(of: path) == text)
    try store.save(session)
    #expect(try store.load() == session)
    #expect(SessionFolder.text(of: path + ".unreadable") == text)
    #expect(mode(path + ".unreadable") == 0o600)
  }

  @Test func `a session cut anywhere is an error in words, without a token`() throws {
    try store.save(session)
    let whole = SessionFolder.text(of: path)
    for length in stride(from: 0, to: whole.utf8.count - 1, by: 37) {
      write(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
      let error = #expect(throws: CloudError.self) { try store.load() }
      let words = "\(error?.summary ?? "") \(error?.hint ?? "")"
      #expect(!words.contains(session.accessToken.prefix(12)))
      #expect(words.contains(path))
    }
  }

  @Test func `a folder that others may change is refused with the cure`() throws {
    try store.save(session)
    let sessions = "\(folder)/state/sessions"
    for mode: mode_t in [0o770, 0o707, 0o777] {
      chmod(sessions, mode)
      let error = #expect(throws: CloudError.sessionFolderExposed(path: sessions)) {
        try store.load()
      }
      #expect(error?.hint == "chmod 700 '\(sessions)'")
      #expect(throws: CloudError.sessionFolderExposed(path: sessions)) { try store.save(session) }
    }
    chmod(sessions, 0o700)
    #expect(try store.load() == session)
  }

  @Test func `a pipe in the file's place is no session, and is not waited for`() throws {
    try store.save(session)
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: CloudError.sessionUnreadable(path: path, reason: "it is no file")) {
      try store.load()
    }
  }

  @Test func `a huge file is not read`() throws {
    try store.save(session)
    write(String(repeating: " ", count: 300_000))
    #expect(throws: CloudError.sessionUnreadable(path: path, reason: "it is too large")) {
      try store.load()
    }
  }

  @Test func `a symbolic link is not followed`() throws {
    try store.save(session)
    rename(path, "\(folder)/elsewhere")
    symlink("\(folder)/elsewhere", path)
    #expect(throws: CloudError.self) { try store.load() }
  }

  @Test func `a session is replaced only where its grant is still the one kept`() throws {
    var renewed = session
    renewed.refreshToken = "next"
    #expect(try !store.replace(session, with: renewed))
    try store.save(session)
    #expect(try store.replace(session, with: renewed))
    #expect(try !store.replace(session, with: renewed))
    #expect(try store.load() == renewed)
  }

  @Test func `a folder that cannot be made is an error that names the file`() throws {
    let blocked = FileSessionStore(
      path: "/proc/nowhere/session", surroundings: SeededSurroundings(seed: 1))
    #expect(throws: CloudError.self) { try blocked.save(session) }
  }

  @Test func `one refreshes while the other waits, and a wait has an end`() throws {
    let other = FileSessionStore(path: path, surroundings: SeededSurroundings(seed: 6))
    try store.whileRefreshing(unless: { nil }) { () throws(CloudError) in
      #expect(
        throws: CloudError.sessionNotKept(
          path: path, reason: "another program keeps it locked")
      ) { try other.whileRefreshing(unless: { nil }) { () throws(CloudError) in } }
      try other.save(session)
    }
    try other.whileRefreshing(unless: { nil }) { () throws(CloudError) in }
    #expect(try store.load() == session)
  }

  @Test func `nothing but the session and its locks is left behind`() throws {
    for _ in 0..<5 { try store.save(session) }
    #expect(
      SessionFolder.files(in: "\(folder)/state/sessions") == ["default", "default.change-lock"])
  }

  @Test func `a lock ends with its owner, also where a child that was just forked has it`() throws {
    try store.save(session)
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for _ in 0..<2 {
      try store.whileRefreshing(unless: { nil }) { () throws(CloudError) in
        copies += SessionFolder.copiesOfOpen("\(path).refresh-lock")
      }
    }
    #expect(copies.count >= 2)
  }
}
