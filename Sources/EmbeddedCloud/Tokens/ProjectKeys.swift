import Cloud
package import Store
import Vocabulary

/// The keys of one project: drawn once, kept in its database.
package struct ProjectKeys: Sendable {
  /// What every client sends as `apikey`; it gives no rights.
  package let anon: String
  /// Sees every user's rows; for whoever runs the project.
  package let service: String
  let secret: String

  /// Reads the keys, or draws them where there are none.
  init(in connection: Connection, _ surroundings: any Surroundings) throws(EmbeddedCloudError) {
    if let stored = try Self.read("secret", connection) {
      guard let anon = try Self.read("anon", connection),
        let service = try Self.read("service", connection)
      else { throw .keysUnreadable }
      (secret, self.anon, self.service) = (stored, anon, service)
      return
    }
    secret = Base64URL.encode(surroundings.randomBytes(32))
    let signer = TokenSigner(secret: secret)
    anon = try Self.key("anon", signer, surroundings.now())
    service = try Self.key("service_role", signer, surroundings.now())
    for (name, value) in [("secret", secret), ("anon", anon), ("service", service)] {
      do throws(StoreError) {
        try connection.run(
          "INSERT INTO project_keys (name, value) VALUES (?, ?)", .text(name), .text(value))
      } catch { throw EmbeddedCloudError(error) }
    }
  }

  /// Makes their table where it is missing.
  static func makeTable(in connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS project_keys (
        name TEXT PRIMARY KEY, value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID
      """)
  }

  private static func read(
    _ name: String, _ connection: Connection
  ) throws(EmbeddedCloudError) -> String? {
    do throws(StoreError) {
      return try connection.first(
        "SELECT value FROM project_keys WHERE name = ?", .text(name)
      ) { $0.text(0) }
    } catch { throw EmbeddedCloudError(error) }
  }

  /// Valid for ten years, as a hosted project's.
  private static func key(
    _ role: String, _ signer: TokenSigner, _ now: Instant
  ) throws(EmbeddedCloudError) -> String {
    let issued = now.milliseconds / 1000
    do throws(CryptoError) {
      return try signer.sign([
        "role": .string(role), "iss": "supabase", "iat": .integer(issued),
        "exp": .integer(issued + 315_360_000),
      ])
    } catch { throw EmbeddedCloudError(error) }
  }
}

extension Surroundings {
  /// Random bytes, eight a draw.
  func randomBytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      withUnsafeBytes(of: random().littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
  }

  /// A random UUID (version 4), as Auth names users and sessions.
  func randomUUID() -> RecordID {
    let high = random() & ~0xf000 | 0x4000
    return RecordID(high: high, low: random() >> 2 | 0x8000_0000_0000_0000)
  }
}

extension EmbeddedCloudError {
  /// A failure of the cloud's own file.
  package init(_ error: StoreError) { self = .storeFailed(kind: error.kind, cause: error.summary) }
  init(_ error: CryptoError) {
    self = .libraryMissing(name: CryptoError.library, reason: error.summary)
  }
}
