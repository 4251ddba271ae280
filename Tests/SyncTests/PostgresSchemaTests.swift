import CloudSchema
import Schema
import Support
import Testing
import Vocabulary

@Suite struct PostgresSchemaTests {
  @Test func `the migration may be applied twice`() throws {
    let server = try ThrowawayPostgres.shared()
    let session = try server.connect(to: server.makeDatabase())
    try session.query(CloudMigration(.everyRule()).sql)
    try session.query(CloudMigration(.everyRule()).sql)
    #expect(try session.value("select count(*) from public.sync_cloud") == "1")
    #expect(
      try session.value("select count(*) from lectern.tables")
        == String(Catalog.everyRule().tables.count))
  }
}
