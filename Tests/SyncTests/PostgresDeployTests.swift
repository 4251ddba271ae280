import CloudSchema
import Glibc
import Schema
import Support
import Testing
import Vocabulary

/// Every text of the migration that was ever applied to a cloud, oldest first.
private struct Deployed {
  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    .joined(separator: "/") + "/Deployed"

  static let earlier = [
    "20261130094534", "20261130095653", "20261130100042", "20261130101057", "20261130105222",
    "20261130140000", "20261130222500",
  ]

  static func sql(_ version: String) throws -> String {
    try output(of: "gzip -dc '\(folder)/\(version).sql.gz'")
  }

  static func output(of command: String) throws -> String {
    let pipe = try #require(popen(command, "r"))
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct PostgresDeployTests {
  let server: ThrowawayPostgres
  let database: String
  let session: PostgresConnection

  init() throws {
    server = try ThrowawayPostgres.shared()
    database = try server.makeDatabase()
    session = try server.connect(to: database)
  }

  /// All that a deploy makes: columns, keys, indexes, policies, rights, triggers, functions.
  private func form(of session: PostgresConnection) throws -> [String] {
    let parts = [
      """
      select c.relname, c.relrowsecurity, c.relforcerowsecurity, array(
        select a::text from unnest(c.relacl) a order by 1) from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'lectern'::regnamespace)
        and c.relkind = 'r'
      """,
      """
      select table_schema, table_name, column_name, data_type, collation_name, is_nullable,
        column_default
      from information_schema.columns where table_schema in ('public', 'lectern')
      """,
      """
      select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
      """,
      "select indexdef from pg_indexes where schemaname = 'public'",
      "select tablename, policyname, roles, cmd, qual, with_check from pg_policies",
      "select pg_get_triggerdef(t.oid) from pg_trigger t where not t.tgisinternal",
      """
      select pg_get_functiondef(p.oid), array(select a::text from unnest(p.proacl) a order by 1)
      from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'lectern'::regnamespace)
      """,
      "select t::text from lectern.tables t", "select c::text from lectern.columns c",
    ]
    return try parts.flatMap { part in
      try session.query(part).map { row in row.map { $0 ?? "" }.joined(separator: " ") }
    }.sorted()
  }

  private static func fresh(_ server: ThrowawayPostgres) throws -> PostgresConnection {
    try server.connect(to: server.database(running: CloudMigration(.lectern()).sql))
  }

  private func filled() throws -> (device: PostgresDevice, to: String) {
    let device = PostgresDevice(of: try session.addUser(), at: session)
    let collection = RecordID(high: 5, low: 1).text
    let stamp = JSONValue.string(PostgresDevice.stamp(0))
    let reply = try device.pushed([
      [
        "table": "study_collections", "id": .string(collection), "op": "insert", "stamp": stamp,
        "values": ["name": "Lent"],
      ],
      [
        "table": "user_notes", "id": .string(RecordID(high: 5, low: 2).text), "op": "insert",
        "stamp": stamp,
        "values": [
          "verse_ref": "john 3:16", "note_text": "one", "tags_json": ["grace": true],
          "collection_id": .string(collection),
        ],
      ],
    ])
    return (device, try #require(reply["to"]?.string))
  }

  /// The second time over, a folder that holds both goes back and forth again.
  @Test(arguments: Deployed.earlier)
  func `an earlier version becomes this one and keeps its rows`(version: String) throws {
    try session.query(try Deployed.sql(version))
    let (device, to) = try filled()
    let before = try device.pull()
    for sql in [CloudMigration(try .lectern()).sql, try Deployed.sql(version)] {
      try session.query(sql)
    }
    try session.query(CloudMigration(.lectern()).sql)
    #expect(try form(of: session) == form(of: Self.fresh(server)))
    let after = try device.pull()
    #expect(after["rows"] == before["rows"])
    #expect(after["cloud"] == before["cloud"])
    #expect(try device.pull(cursor: to, newest: to)["status"] == "page")
    #expect(try device.pull(cursor: to, newest: to)["rows"] == [])
    try device.fillEveryTable()
    #expect(try device.pull(cursor: to)["rows"]?.array?.count == PlainRow.all.count)
  }

  @Test func `a migration applied again changes nothing`() throws {
    let sql = try CloudMigration(.lectern()).sql
    try session.query(sql)
    let (device, _) = try filled()
    try device.fillEveryTable()
    let before = (form: try form(of: session), page: try device.pull())
    try session.query(sql)
    #expect(try form(of: session) == before.form)
    #expect(try device.pull()["rows"] == before.page["rows"])
    #expect(try device.pull()["cloud"] == before.page["cloud"])
    #expect(try session.value("select count(*) from public.sync_cloud") == "1")
  }

  @Test func `a column and a rule that are new reach a table of an earlier version`() throws {
    let catalog = try Catalog.lectern()
    try session.query(CloudMigration(catalog).sql)
    let (device, _) = try filled()
    let bookmarks = SyncedTable(
      "study_collections",
      columns: (catalog["study_collections"]?.columns ?? []).map { column in
        column.name == "name"
          ? SyncedColumn("name", .text, .lww, check: "char_length(name) < 9") : column
      } + [
        SyncedColumn("shelf", .text, .lww, default: "'top'"),
        SyncedColumn(
          "parent_id", .reference(table: "runs", isRequired: false), .lww, isNullable: true),
      ])
    let next = try Catalog(
      catalog.tables.map { $0.name == bookmarks.name ? bookmarks : $0 })
    try session.query(CloudMigration(next).sql)
    let other = try server.connect(to: server.database(running: CloudMigration(next).sql))
    #expect(try form(of: session) == form(of: other))
    #expect(try device.stored("shelf", in: "study_collections") == "top")
  }

  @Test func `a table of somebody else's stops it, and nothing happens`() throws {
    try session.query("create table public.bookmarks (id integer)")
    let error = try #require(throws: PostgresError.self) {
      try session.query(CloudMigration(.lectern()).sql)
    }
    #expect(error.code == "42P07")
    #expect(error.message == "public.bookmarks is there and is no table of Lectern")
    try session.query("rollback")
    #expect(try session.value("select to_regnamespace('lectern')") == nil)
    #expect(try session.value("select count(*) from pg_tables where schemaname = 'public'") == "1")
  }

  /// As on Supabase, where the role that owns the project is no superuser, and Auth has its own.
  @Test func `who deploys need not be a superuser`() throws {
    try session.query(
      """
      grant create on database \(database) to project_owner;
      grant all on schema public to project_owner;
      set role project_owner
      """)
    for file in SupabaseProject(try .lectern()).files where file.path.hasSuffix(".sql") {
      try session.query(file.text)
      try session.query(file.text)
    }
    try session.query("reset role")
    let (device, _) = try filled()
    try device.fillEveryTable()
    try session.query(
      """
      set role supabase_auth_admin; delete from auth.users where id = '\(device.user.text)';
      reset role
      """)
    for row in PlainRow.all { #expect(try device.stored("count(*)", in: row.table) == "0") }
  }

  @Test func `the review of policies that SETUP.md asks for finds what it says`() throws {
    try session.query(CloudMigration(.lectern()).sql)
    let setup = try #require(SupabaseProject(.lectern()).files.first { $0.path == "SETUP.md" })
    let start = try #require(setup.text.firstRange(of: "select c.relname"))
    let end = try #require(setup.text[start.lowerBound...].firstRange(of: "order by 1;"))
    let rows = try session.query(String(setup.text[start.lowerBound..<end.upperBound]))
      .filter { $0[0] != "sync_cloud" }
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    #expect(rows.count == PlainRow.all.count + 3)
    for row in rows {
      #expect(row[1...5] == ["t", "t", "users own their rows", "*", "{authenticated}"])
    }
  }

  /// A text that was released never changes. Before the first release of a version its digest may
  /// be written anew: `LECTERN_RECORD=1`. After it: keep the old text in Tests/Deployed, name it
  /// above, and give the new one a later version.
  @Test func `the text of a version is the recorded one`() throws {
    let text = try CloudMigration(.lectern()).sql
    let digest = SHA256.digest(text.utf8).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    let line = "\(CloudMigration.version) \(digest)\n"
    let path = Deployed.folder + "/current"
    if getenv("LECTERN_RECORD") != nil {
      let file = try #require(fopen(path, "w"))
      fputs(line, file)
      fclose(file)
    }
    #expect(try Deployed.output(of: "cat '\(path)'") == line)
    #expect(try #require(Deployed.earlier.last) < CloudMigration.version)
  }
}
