package import Vocabulary

/// A session in a file of its owner alone, or with the desktop's secret service, of which the file
/// then holds a note.
///
/// It is in one place at a time: the file says which, and what was in the other is removed when it
/// moves. A passphrase keeps it in the file, sealed. The secret service is used where one answers;
/// where it stops to answer, the file is.
package final class FileSessionStore: SessionStore {
  /// The session's file.
  package let path: String
  private let file: SessionFile
  private let keyring: (any Keyring)?
  /// Whether new sessions go to the keyring; what is there already is read and removed anyhow.
  private let usesKeyring: Bool
  private var seal: SessionSeal?
  /// What the keyring gave last, and the note under which.
  private var cached: (note: Int64, session: Session)?
  /// It did not answer: asked again in the next process.
  private var isSilent = false

  private static let noteKey = "lectern_session_in_secret_service"

  package init(
    path: String, surroundings: any Surroundings, passphrase: String? = nil,
    keyring: (any Keyring)? = nil, usesKeyring: Bool = true
  ) {
    self.path = path
    file = SessionFile(path: path, surroundings: surroundings)
    self.keyring = keyring
    self.usesKeyring = usesKeyring
    seal = passphrase.map { SessionSeal(passphrase: $0, surroundings) }
  }

  package func load() throws(CloudError) -> Session? {
    guard let bytes = try file.read() else { return nil }
    return try session(in: try json(bytes))
  }

  package func save(_ session: Session?) throws(CloudError) {
    try file.locked("change") { () throws(CloudError) in try write(session) }
  }

  package func replace(_ old: Session, with new: Session) throws(CloudError) -> Bool {
    try file.changing(from: old, load) { () throws(CloudError) in try write(new) }
  }

  package func whileRefreshing<T>(
    unless settled: () throws(CloudError) -> T?, _ body: () throws(CloudError) -> T
  ) throws(CloudError) -> T { try file.locked("refresh", unless: settled, body) }

  package var place: SessionPlace {
    do throws(CloudError) {
      if let bytes = try file.read() {
        let json = try json(bytes)
        if json[Self.noteKey] != nil { return .secretService }
        return SessionSeal.isSealed(json) ? .sealedFile : .file
      }
    } catch { return .file }
    if seal != nil { return .sealedFile }
    return canUseKeyring ? .secretService : .file
  }

  /// Whether it is sealed, and no passphrase is known.
  package var isLocked: Bool { seal == nil && place == .sealedFile }

  /// Opens a sealed session for this process. Errors: `sessionSealed`, and then nothing changed.
  package func unlock(passphrase: String) throws(CloudError) {
    seal = SessionSeal(passphrase: passphrase, file.surroundings)
    do throws(CloudError) { _ = try load() } catch {
      seal = nil
      throw error
    }
  }

  // MARK: - Reading

  private func json(_ bytes: [UInt8]) throws(CloudError) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch {
      throw .sessionUnreadable(path: path, reason: "it is not JSON")
    }
  }

  private func session(in json: JSONValue) throws(CloudError) -> Session {
    if let note = json[Self.noteKey]?.integer { return try kept(under: note) }
    let open = SessionSeal.isSealed(json) ? try opened(json) : json
    guard let session = Session(kept: open) else {
      throw .sessionUnreadable(path: path, reason: "it is no session of this program")
    }
    return session
  }

  private func opened(_ json: JSONValue) throws(CloudError) -> JSONValue {
    guard let seal else { throw .sessionSealed(path: path, isPassphraseKnown: false) }
    do throws(CryptoError) {
      if let open = try seal.open(json) { return open }
    } catch { throw CloudError(error) }
    throw .sessionSealed(path: path, isPassphraseKnown: true)
  }

  private func kept(under note: Int64) throws(CloudError) -> Session {
    if let cached, cached.note == note { return cached.session }
    guard let keyring else { throw .secretServiceSilent(reason: "it is not asked") }
    let secret: [UInt8]?
    do throws(KeyringSilence) { secret = try keyring.secret() } catch {
      throw .secretServiceSilent(reason: error.reason)
    }
    guard let secret, let session = Session(kept: try json(secret)) else {
      throw .secretServiceSilent(reason: "it has no session for this profile")
    }
    cached = (note, session)
    return session
  }

  // MARK: - Writing

  private var canUseKeyring: Bool {
    usesKeyring && !isSilent && seal == nil && (keyring?.isThere ?? false)
  }

  private func write(_ session: Session?) throws(CloudError) {
    guard let session else { return try remove() }
    let wasInKeyring = try readyForNext()
    cached = nil
    if canUseKeyring, keepInKeyring(session) {
      let note = Int64(truncatingIfNeeded: file.surroundings.random() >> 1)
      let content: JSONValue = [Self.noteKey: .integer(note)]
      try file.write(content.bytes)
      cached = (note, session)
      return
    }
    try file.write(try content(session).bytes)
    if wasInKeyring { forgetInKeyring() }
  }

  /// Removes the session wherever it is, sealed or not.
  private func remove() throws(CloudError) {
    let wasInKeyring = place == .secretService
    cached = nil
    try file.write(nil)
    if wasInKeyring { forgetInKeyring() }
  }

  /// Whether what is there now is in the keyring. What cannot be read is set aside; what is sealed
  /// with another passphrase stays.
  private func readyForNext() throws(CloudError) -> Bool {
    do throws(CloudError) {
      guard let bytes = try file.read() else { return false }
      let json = try json(bytes)
      if json[Self.noteKey] != nil { return true }
      if SessionSeal.isSealed(json) { _ = try opened(json) }
      if SessionSeal.isSealed(json) || Session(kept: json) != nil { return false }
    } catch .sessionExposed { return false } catch .sessionUnreadable {
      try file.setAside()
      return false
    }
    try file.setAside()
    return false
  }

  /// Brings a session that was kept before there was a passphrase under its seal.
  package func settle() throws(CloudError) {
    guard seal != nil, place == .file || place == .secretService else { return }
    try file.locked("change") { () throws(CloudError) in
      if let session = try load() { try write(session) }
    }
  }

  private func content(_ session: Session) throws(CloudError) -> JSONValue {
    guard let seal else { return session.json }
    do throws(CryptoError) { return try seal.seal(session.json) } catch {
      throw CloudError(error)
    }
  }

  private func keepInKeyring(_ session: Session) -> Bool {
    do throws(KeyringSilence) { try keyring?.keep(session.json.bytes) } catch {
      isSilent = true
      return false
    }
    return true
  }

  /// A service that does not answer keeps tokens that the next refresh makes worthless.
  private func forgetInKeyring() {
    do throws(KeyringSilence) { try keyring?.forget() } catch { isSilent = true }
  }
}

extension CloudError {
  init(_ error: CryptoError) {
    self =
      switch error {
      case .libraryMissing(let reason): .libraryMissing(name: CryptoError.library, reason: reason)
      case .failed(let what): .libraryMissing(name: CryptoError.library, reason: "\(what) failed")
      }
  }
}
