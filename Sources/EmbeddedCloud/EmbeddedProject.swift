package import Cloud
import Glibc
package import Schema
package import Store
package import Vocabulary

/// A Supabase project inside this process: accounts, tables and functions over one SQLite file.
///
/// It answers requests as the hosted project's gateway does: `/auth/v1` as Auth, `/rest/v1` as
/// PostgREST, with the statuses, codes and bodies recorded from them. One thread owns it; time and
/// chance come from its surroundings, so that a seeded project answers the same each time.
package final class EmbeddedProject: RequestAnswering {
  /// How a project is set up.
  package struct Settings: Sendable {
    /// The database file; `:memory:` for one that goes with the project.
    package var path = ":memory:"
    /// What a guess of a password costs.
    package var passwordCost = PasswordCost.strong
    /// How long an access token lasts.
    package var tokenLifetime: Duration = .seconds(3600)
    /// Rows that it gives in one page at most.
    package var pageRows = Limits.pageRows
    /// How accounts work.
    package var auth = AuthSettings()

    package init() {}
  }

  /// The project's database. Tables of users' rows have the columns `user_id` and `id`.
  package let connection: Connection
  /// The keys to give to clients.
  package let keys: ProjectKeys
  /// What `/rest/v1/rpc/NAME` calls.
  package private(set) var functions: [String: RPCFunction]
  /// The clock and the dice.
  package let surroundings: any Surroundings
  /// How it is set up; what is changed holds from the next request on.
  package var settings: Settings
  let mailbox: Mailbox
  let buckets = RequestBuckets()
  let signer: TokenSigner
  /// The tables whose rows are served.
  package private(set) var catalog: Catalog

  /// Opens the project, and makes what is missing: its file, keys and tables of accounts.
  ///
  /// - Parameters:
  ///   - catalog: the tables whose rows are served; each has the columns `user_id` and `id`.
  ///   - functions: more of them, beside those of sync.
  ///   - prepare: makes what those use.
  package convenience init(
    _ settings: Settings, _ surroundings: any Surroundings, catalog: Catalog,
    functions: [String: RPCFunction] = [:],
    prepare: (Connection) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(EmbeddedCloudError) {
    let connection: Connection
    do throws(StoreError) {
      if settings.path != ":memory:" { makePrivateFile(settings.path) }
      connection = try Connection(path: settings.path, surroundings: surroundings)
      try refuseForeign(connection)
      if settings.path != ":memory:" { try connection.useWriteAheadLog() }
      try Self.makeTables(catalog, in: connection, at: surroundings.now())
      try prepare(connection)
    } catch { throw EmbeddedCloudError(error) }
    try self.init(
      settings, surroundings, catalog: catalog, functions: functions, over: connection)
  }

  /// Opens the project over a connection to its tables, which are there; keys are drawn.
  package init(
    _ settings: Settings, _ surroundings: any Surroundings, catalog: Catalog,
    functions: [String: RPCFunction] = [:], over connection: Connection
  ) throws(EmbeddedCloudError) {
    self.settings = settings
    self.surroundings = surroundings
    self.functions = SyncFunctions.all(catalog, pageRows: settings.pageRows).merging(functions) {
      $1
    }
    self.catalog = catalog
    self.connection = connection
    mailbox = Mailbox(connection)
    keys = try ProjectKeys(in: connection, surroundings)
    signer = TokenSigner(secret: keys.secret)
  }

  /// A project's file before its first use, as bytes: to be planted on disks in memory.
  package static func newFile(_ catalog: Catalog) throws -> [UInt8] {
    try MemoryDisk.file { connection in
      try makeTables(catalog, in: connection, at: Instant(milliseconds: 0))
    }
  }

  private static func makeTables(
    _ catalog: Catalog, in connection: Connection, at now: Instant
  ) throws(StoreError) {
    try ProjectKeys.makeTable(in: connection)
    try AccountTables.make(in: connection)
    try CloudTables.make(catalog, in: connection, at: now)
  }

  /// Serves the tables of a later version from now on: what is missing is made, rows stay.
  package func upgrade(to catalog: Catalog) throws {
    try connection.transaction {
      try CloudTables.make(catalog, in: connection, at: surroundings.now())
    }
    connection.dropStatements()
    self.catalog = catalog
    functions.merge(SyncFunctions.all(catalog, pageRows: settings.pageRows)) { $1 }
  }

  package func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.method == "OPTIONS" { return BrowserRules.preflight(request) }
    return BrowserRules.opened(route(request), to: request)
  }

  private func route(_ request: HTTPRequest) -> HTTPResponse {
    let (path, query) = QueryString.split(request.path)
    if let rest = path.removingPrefix("/auth/v1/") {
      return AuthEndpoints(project: self, now: surroundings.now(), request, rest, query).answer()
    }
    if let rest = path.removingPrefix("/rest/v1/") {
      return RESTEndpoints(project: self, now: surroundings.now()).answer(request, rest, query)
    }
    if let name = path.removingPrefix(ProviderPage.root) {
      return ProviderPage(project: self, now: surroundings.now()).answer(request, name, query)
    }
    if let rest = path.removingPrefix("/mailbox/v1") {
      return MailboxEndpoints(project: self).answer(request, rest, query)
    }
    if let rest = path.removingPrefix("/functions/v1/") {
      return FunctionEndpoints(project: self, now: surroundings.now()).answer(request, rest, query)
    }
    return HTTPResponse(
      status: 404, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: Array(#"{"message":"no Route matched with those values"}"#.utf8))
  }
}

/// A new file holds password hashes and keys: for its owner only. SQLite reports what goes wrong.
private func makePrivateFile(_ path: String) {
  let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
  if descriptor >= 0 { close(descriptor) }
}

/// A database with tables but without a project's keys is another program's: it stays as it is.
private func refuseForeign(_ connection: Connection) throws(StoreError) {
  let counts = try connection.first(
    "SELECT count(*), count(*) FILTER (WHERE name = 'project_keys') FROM sqlite_schema"
  ) { ($0.integer(0), $0.integer(1)) }
  guard let counts, counts.0 == 0 || counts.1 > 0 else {
    throw .foreign(path: connection.path, found: "tables, but no keys of a cloud")
  }
}

extension StringProtocol {
  /// What follows the prefix, or nil where it does not begin so.
  func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
