import Schema
import Support
import Testing
import Vocabulary

/// Of every table: whose rows are whose, and how a client takes part that knows nothing of sync.
@Suite struct PostgresTablesTests {
  private static let tables = PlainRow.all.map(\.table)
  private static let own = ["sync_heads", "sync_marks", "sync_devices"]

  let session: PostgresConnection
  let ann: PostgresDevice
  let bob: PostgresDevice

  init() throws {
    let cloud = try PostgresCloud(.lectern())
    session = try cloud.connect()
    ann = PostgresDevice(of: try session.addUser(), at: session)
    bob = PostgresDevice(of: try session.addUser(), at: session)
    for device in [ann, bob] {
      try device.fillEveryTable()
      _ = try device.pull()
    }
  }

  @discardableResult
  private func run(_ sql: String, as device: PostgresDevice?) throws(PostgresError) -> [[String?]] {
    try session.asUser(device?.user, now: device?.now) { () throws(PostgresError) in
      try session.query(sql)
    }
  }

  private func refusal(of sql: String, as device: PostgresDevice?) throws -> PostgresError {
    try #require(throws: PostgresError.self, "\(sql)") { try run(sql, as: device) }
  }

  /// All that a table holds of a person, as its owner sees it.
  private func held(_ table: String, of device: PostgresDevice) throws -> String? {
    try device.stored("string_agg(\(table)::text, '|' order by \(table)::text)", in: table)
  }

  @Test func `every table of the catalog has a row here, and every other is the cloud's own`()
    throws
  {
    #expect(Self.tables == (try Catalog.lectern().tables.map(\.name)))
    let all = try session.query("select tablename from pg_tables where schemaname = 'public'")
    let known = Set(Self.tables + Self.own + ["sync_cloud"])
    #expect(Set(all.map { $0[0] ?? "" }) == known)
  }

  @Test func `who is not signed in may do nothing with a table`() throws {
    for table in Self.tables + Self.own + ["sync_cloud"] {
      for sql in [
        "select from public.\(table)", "insert into public.\(table) default values",
        "update public.\(table) set \(table == "sync_cloud" ? "id = id" : "user_id = user_id")",
        "delete from public.\(table)", "truncate public.\(table) cascade",
      ] {
        #expect(try refusal(of: sql, as: nil).code == "42501")
      }
    }
  }

  @Test func `another person's rows are not seen, not changed, not deleted`() throws {
    for table in Self.tables + Self.own {
      let before = try held(table, of: ann)
      #expect(before != nil)
      let theirs = "where user_id = '\(ann.user.text)'"
      #expect(try run("select from public.\(table) \(theirs)", as: bob).isEmpty)
      let edit = PlainRow.all.first { $0.table == table }?.edit ?? "user_id = user_id"
      #expect(try run("update public.\(table) set \(edit) \(theirs) returning 1", as: bob).isEmpty)
      if Self.own.contains(table) {
        #expect(try refusal(of: "delete from public.\(table)", as: bob).code == "42501")
      } else {
        #expect(try run("delete from public.\(table) \(theirs) returning 1", as: bob).isEmpty)
        try run("delete from public.\(table)", as: bob)
      }
      #expect(try refusal(of: "truncate public.\(table) cascade", as: bob).code == "42501")
      #expect(try held(table, of: ann) == before)
    }
  }

  @Test func `nobody writes in another's name, be there such a person or not`() throws {
    for row in PlainRow.all {
      let before = try held(row.table, of: ann)
      let id = try ann.stored("id", in: row.table) ?? ""
      let ann = "'\(self.ann.user.text)'"
      let nobody = "'\(RecordID(high: 1, low: 1).text)'"
      let refusals = try [ann, nobody].map { user in
        try refusal(of: row.insert(["user_id": user]), as: bob)
      }
      #expect(refusals.map(\.code) == ["42501", "42501"])
      #expect(refusals[0].message == refusals[1].message)
      let upsert =
        row.insert(["user_id": ann, "id": "'\(id)'"])
        + " on conflict (user_id, id) do update set \(row.edit)"
      #expect(try refusal(of: upsert, as: bob).code == "42501")
      try run("update public.\(row.table) set user_id = \(ann), \(row.edit)", as: bob)
      #expect(try held(row.table, of: self.ann) == before)
      #expect(try bob.stored("count(*)", in: row.table) == "1")
    }
  }

  @Test func `nobody keeps another's books`() throws {
    for table in Self.own {
      let columns = [
        "sync_heads": "head) values ('\(ann.user.text)', 9",
        "sync_marks": "upto, mark) values ('\(ann.user.text)', 9, 'x'",
        "sync_devices": "device, seen_at) values ('\(ann.user.text)', 'x', now()",
      ]
      let sql =
        "insert into public.\(table) (user_id, \(columns[table] ?? "")) on conflict do nothing"
      #expect(try refusal(of: sql, as: bob).code == "42501")
    }
  }

  @Test func `a reference to another person's row is refused like one to nothing`() throws {
    for table in try Catalog.lectern().tables {
      for column in table.references {
        let parent = column.parent ?? ""
        let theirs = try ann.stored("id", in: parent) ?? ""
        let row = try #require(PlainRow.all.first { $0.table == table.name })
        let key = table.columns[0].name
        let answers = try [theirs, RecordID(high: 1, low: 1).text].map { id in
          var named = [key: "'\(id)'"]
          named[column.name] = "'\(id)'"
          return try refusal(of: row.insert(named), as: bob)
        }
        #expect(answers.map(\.code) == ["23503", "23503"], "\(table.name).\(column.name)")
        #expect(answers[0].message == answers[1].message)
      }
    }
  }

  @Test(arguments: [
    "lectern.is_here(THEM)", "lectern.row_of(THEM, 'user_notes', NOTE) is not null",
    "lectern.has_row(THEM, 'user_notes', NOTE)", "lectern.mark_of(THEM, 9, 1) is not null",
    "lectern.is_known(THEM, 9, '1.' || MARK)",
    "lectern.is_past(THEM, 'study_depth', '{\"run\": 0}')",
    "lectern.exhume(THEM, 'user_notes', NOTE) is not null",
    "(select count(*) > 0 from lectern.tables t where lectern.has_row(THEM, t.name, NOTE))",
  ]) func `no function tells of another person`(call: String) throws {
    try run("insert into public.runs (name, run) values ('depth', 1)", as: ann)
    let mark = try ann.stored("min(mark)", in: "sync_marks") ?? ""
    #expect(try run("select " + aimed(call, mark: mark), as: bob) == [["f"]])
  }

  @Test(arguments: [
    "lectern.open_head(THEM)", "lectern.take_number(THEM)", "lectern.see(THEM, 'x', 9, 1)",
    "lectern.store(THEM, 'user_notes', NOTE, '{\"note_text\": \"x\"}', 'x', null, true)",
    "lectern.keep_conflict(THEM, '{\"table_name\": \"x\"}')",
    "lectern.bury(THEM, 'user_notes', lectern.row_of(ME, 'user_notes', MINE), 1)",
  ]) func `no function writes for another person`(call: String) throws {
    #expect(try refusal(of: "select " + aimed(call), as: bob).code == "42501")
  }

  private func aimed(_ call: String, mark: String = "") throws -> String {
    let note = try ann.stored("id", in: "user_notes") ?? ""
    let mine = try bob.stored("id", in: "user_notes") ?? ""
    return call.replacing("THEM", with: "'\(ann.user.text)'::uuid")
      .replacing("ME", with: "'\(bob.user.text)'::uuid").replacing("MINE", with: "'\(mine)'::uuid")
      .replacing("NOTE", with: "'\(note)'::uuid").replacing("MARK", with: "'\(mark)'")
  }

  @Test func `dropping old runs of another person drops nothing`() throws {
    let before = try held("reading_progress", of: ann)
    try run("select lectern.drop_past('\(ann.user.text)')", as: bob)
    #expect(try held("reading_progress", of: ann) == before)
  }

  @Test func `only who is signed in may call the functions, and nobody else's`() throws {
    let callable = try session.query(
      """
      select p.proname, has_function_privilege('anon', p.oid, 'execute'),
        has_function_privilege('authenticated', p.oid, 'execute'), p.prosecdef
      from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1
      """)
    #expect(callable.allSatisfy { $0[1] == "f" && $0[2] == "t" && $0[3] == "f" })
    #expect(try session.value("select has_schema_privilege('anon', 'lectern', 'usage')") == "f")
    let asOwner = try session.query(
      "select proname from pg_proc where pronamespace = 'lectern'::regnamespace and prosecdef")
    #expect(asOwner == [["is_here"]])
  }

  @Test func `a plain client's rows are stamped, numbered, named and edited`() throws {
    for row in PlainRow.all {
      let stored = "stamp like '%plain-client', seq > 0, updated_at, id"
      let first = try session.query(
        "select \(stored) from public.\(row.table) where user_id = '\(bob.user.text)'")[0]
      #expect(first[0] == "t" && first[1] == "t" && first[2] != nil)
      let table = try #require(try Catalog.lectern()[row.table])
      if case .named(let key) = table.identity {
        let words = key.map { "\($0)::text" }.joined(separator: " || '|' || ")
        #expect(
          try bob.stored("id = lectern.named_id('\(row.table)', \(words))", in: row.table) == "t")
      }
      let seq = try Int(bob.stored("seq", in: row.table) ?? "") ?? 0
      try run("update public.\(row.table) set \(row.edit)", as: bob)
      #expect(try Int(bob.stored("seq", in: row.table) ?? "") ?? 0 > seq)
      #expect(try bob.stored("id", in: row.table) == first[3])
    }
  }

  @Test func `a plain client's DELETE leaves a tombstone, or the row where rows never die`() throws
  {
    for row in PlainRow.all {
      let table = try #require(try Catalog.lectern()[row.table])
      #expect(try run("delete from public.\(row.table) returning 1", as: bob) == [["1"]])
      let isDead = table.isMonotone ? "false" : "deleted_at is not null"
      #expect(
        try bob.stored(isDead, in: row.table) == (table.isMonotone ? "f" : "t"))
      try run(row.insert() + " on conflict do nothing", as: bob)
      guard case .named = table.identity else { continue }
      #expect(try bob.stored("count(*)", in: row.table) == "1")
      if !table.isMonotone { #expect(try bob.stored("deleted_at is null", in: row.table) == "t") }
    }
  }

  @Test func `the service sees all, writes for others and cannot escape the numbering`() throws {
    try session.query("begin; set local role service_role")
    defer { _ = try? session.query("rollback") }
    for row in PlainRow.all where !["note_links", "runs"].contains(row.table) {
      let people = try session.value(
        """
        select count(distinct user_id) from public.\(row.table)
        where user_id in ('\(ann.user.text)', '\(bob.user.text)')
        """)
      #expect(people == "2")
    }
    try session.query(
      """
      insert into public.user_notes (user_id, verse_ref, note_text)
      values ('\(ann.user.text)', 'john 1:1', 'x'), ('\(bob.user.text)', 'john 1:1', 'x');
      delete from public.bookmarks where user_id = '\(bob.user.text)'
      """)
    for device in [ann, bob] {
      let newest = try device.stored("max(seq)", in: "user_notes")
      #expect(newest == String(PlainRow.all.count + 1))
    }
    #expect(try bob.stored("deleted_at is not null", in: "bookmarks") == "t")
    #expect(try bob.stored("head", in: "sync_heads") == String(PlainRow.all.count + 2))
  }

  @Test func `when an account goes, nothing of it stays, and all of the others`() throws {
    let tables = Self.tables + Self.own
    let before = try tables.map { try held($0, of: bob) }
    try session.query(
      """
      begin; set local role supabase_auth_admin;
      delete from auth.users where id = '\(ann.user.text)'; commit
      """)
    for table in tables { #expect(try ann.stored("count(*)", in: table) == "0", "\(table)") }
    #expect(try tables.map { try held($0, of: bob) } == before)
    let more = try session.query(
      """
      select table_name from information_schema.columns
      where table_schema in ('public', 'lectern') and column_name = 'user_id'
      """)
    #expect(Set(more.map { $0[0] ?? "" }) == Set(tables))
  }

  @Test func `a push that is under way when its account goes leaves nothing behind`() throws {
    let push: JSONValue = [
      "table": "bookmarks", "id": .string(RecordID(high: 6, low: 6).text), "op": "insert",
      "stamp": .string(PostgresDevice.stamp(0)), "values": ["verse_ref": "john 1:1"],
    ]
    try session.begin(as: ann.user, now: ann.now)
    _ = try session.call("sync_push", ann.arguments([push]))
    let cloud = try PostgresCloud(.lectern())
    let auth = try cloud.connect()
    try auth.send("delete from auth.users where id = '\(ann.user.text)'")
    try cloud.connect().awaitBlocked(auth)
    try session.query("commit")
    _ = try auth.receive()
    for table in Self.tables + Self.own {
      #expect(try ann.stored("count(*)", in: table) == "0", "\(table)")
    }
    let error = try #require(throws: PostgresError.self) { try ann.pushed([push]) }
    #expect(error.code == "23503")
  }

  /// A composite reference that forgot to name its column would take the owner's id with it.
  @Test func `a parent that is purged leaves its children with their owner`() throws {
    let parents = [
      "study_collections": "user_notes", "highlight_collections": "verse_highlights",
    ]
    for (parent, child) in parents {
      try run(
        "update public.\(child) set collection_id = (select id from public.\(parent))", as: bob)
      try session.query(
        """
        begin; set local lectern.writer = 'sync';
        delete from public.\(parent) where user_id = '\(bob.user.text)'; commit
        """)
      #expect(try bob.stored("collection_id is null", in: child) == "t")
      #expect(try bob.stored("count(*)", in: parent) == "0")
    }
  }
}
