import CloudSchema
import Schema
import Support
import Testing
import Vocabulary

/// What the function `delete-user-data` asks of PostgreSQL, in the words in which PostgREST does.
@Suite struct PostgresDeletionTests {
  let ann: PostgresDevice
  let bob: PostgresDevice

  init() throws {
    let cloud = try PostgresCloud(.lectern())
    ann = try PostgresDevice.first(of: cloud)
    bob = try PostgresDevice.first(of: cloud)
    for device in [ann, bob] {
      _ = try device.push([
        "table": "study_collections", "id": .string(RecordID(high: 3, low: 3).text), "op": "insert",
        "stamp": .string(PostgresDevice.stamp(0)), "values": ["name": "Lent"],
      ])
      try device.fillEveryTable()
      _ = try device.pull()
    }
  }

  private var tables: [String] { get throws { DeletionFunction(try .lectern()).tables } }

  private func counts(of device: PostgresDevice) throws -> [String: Int] {
    let all = try device.session.query(
      """
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id'
      """
    ).compactMap { $0[0] }
    return Dictionary(
      uniqueKeysWithValues: try all.map { table in
        let count = try device.session.value(
          "select count(*) from public.\(table) where user_id = '\(device.user.text)'")
        return (table, count.flatMap { Int($0) } ?? -1)
      })
  }

  private func delete(_ table: String, of device: PostgresDevice, headers: String) throws {
    try device.session.query(
      """
      begin;
      set local role service_role;
      select set_config('request.jwt.claims', '{"role":"service_role"}', true),
        set_config('request.headers', '\(headers)', true);
      delete from public.\(table) where user_id = '\(device.user.text)';
      commit
      """)
  }

  @Test func `after its statements no row is left of the person, and every row of others`() throws {
    let before = try counts(of: bob)
    #expect(try Set(counts(of: ann).keys) == Set(tables))
    #expect(before.values.allSatisfy { $0 > 0 })
    for table in try tables {
      try delete(table, of: ann, headers: #"{"lectern-erase":"yes"}"#)
      #expect(try counts(of: ann)[table] == 0, "\(table)")
    }
    #expect(try counts(of: ann).values.allSatisfy { $0 == 0 })
    #expect(try counts(of: bob) == before)
    try ann.session.query(
      """
      set role supabase_auth_admin; delete from auth.users where id = '\(ann.user.text)';
      reset role
      """)
    #expect(try counts(of: ann).values.allSatisfy { $0 == 0 })
    #expect(try counts(of: bob) == before)
  }

  @Test func `a plain DELETE of the project's own still tells the person's devices`() throws {
    for headers in ["", "{}"] {
      try delete("user_notes", of: ann, headers: headers)
      #expect(try counts(of: ann)["user_notes"] ?? 0 > 0)
    }
  }

  @Test func `a person who asks for it that way leaves tombstones all the same`() throws {
    _ = try ann.session.asUser(ann.user) { () throws(PostgresError) in
      try ann.session.query(
        """
        select set_config('request.headers', '{"lectern-erase":"yes"}', true);
        delete from public.user_notes
        """)
    }
    #expect(try counts(of: ann)["user_notes"] ?? 0 > 0)
  }

  @Test func `what was left of rows goes with the account`() throws {
    for table in try tables.prefix(4) {
      try delete(table, of: ann, headers: #"{"lectern-erase":"yes"}"#)
    }
    _ = try ann.pull()
    try ann.session.query(
      """
      set role supabase_auth_admin; delete from auth.users where id = '\(ann.user.text)';
      reset role
      """)
    #expect(try counts(of: ann).values.allSatisfy { $0 == 0 })
    let error = try #require(throws: PostgresError.self) {
      try ann.push([
        "table": "study_collections", "id": .string(RecordID(high: 3, low: 4).text), "op": "insert",
        "stamp": .string(PostgresDevice.stamp(0)), "values": ["name": "Lent"],
      ])
    }
    #expect(error.code == "23503")
    #expect(error.message.contains("sync_heads_user_id_fkey"))
  }
}
