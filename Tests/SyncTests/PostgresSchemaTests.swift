import CloudSchema
import Schema
import Support
import Testing
import Vocabulary

@Suite struct PostgresSchemaTests {
  @Test func `the migration may be applied twice`() throws {
    let cloud = try PostgresCloud(.everyRule())
    let session = try cloud.connect()
    try session.query(CloudMigration(.everyRule()).sql)
    #expect(try session.value("select count(*) from public.sync_cloud") == "1")
    #expect(
      try session.value("select count(*) from lectern.tables")
        == String(Catalog.everyRule().tables.count))
  }
}
