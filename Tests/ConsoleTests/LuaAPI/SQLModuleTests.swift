import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

@testable import Console

@Suite struct SQLModuleTests {
  let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `queries give records, writes give counts and are captured`() throws {
    let values = try desk.run(
      """
      local n = sql("INSERT INTO user_notes(verse_ref, note_text) VALUES(?, ?)", "john 3:16", "raw")
      local update = "UPDATE user_notes SET note_text = :text WHERE id = :id"
      local m = sql(update, {text = "new", id = 1})
      local rows = sql("SELECT id, note_text AS text, deleted_at FROM user_notes")
      local made = sql("INSERT INTO study_collections(name) VALUES('x') RETURNING id")
      return n, m, #rows, rows[1].text, rows[1].deleted_at, made[1].id, #queue, notes.get(1).text
      """)
    #expect(values.prefix(3).map(\.integer) == [1, 1, 1])
    #expect(values[3].text == "new")
    #expect(values[4].isNil)
    #expect(values[5].integer == 1)
    #expect(values[6].integer == 3)
    #expect(values[7].text == "new")
  }

  @Test(arguments: [
    (OutputMode.json, #"[{"z":1,"a":null,"z:1":3}]"#), (.jsonl, #"{"z":1,"a":null,"z:1":3}"#),
    (.csv, "z,a,z:1\r\n1,,3\r"), (.tsv, "z\ta\tz:1\n1\t\\N\t3"),
    (.markdown, "| z | a | z:1 |\n| --- | --- | --- |\n| 1 |  | 3 |"),
    (.line, "  z = 1\n  a =\nz:1 = 3"), (.lua, #"{{z = 1, a = null, ["z:1"] = 3}}"#),
    (.table, "z  a  z:1\n-  -  ---\n1       3"),
    (.box, "┌───┬───┬─────┐\n│ z │ a │ z:1 │\n├───┼───┼─────┤\n│ 1 │   │   3 │\n└───┴───┴─────┘"),
  ])
  func `a result keeps its columns, their order and its NULLs`(
    mode: OutputMode, text: String
  ) throws {
    let value = try desk.run("return sql('SELECT 1 AS z, NULL AS a, 3 AS z')")[0]
    let shown = try LuaReader(desk.lua).shown(value)
    let renderer = Renderer(mode: mode, window: nil, isForTerminal: false)
    #expect(try renderer.text(of: [shown]) == text + "\n")
  }

  @Test func `a row of NULLs is a row, in JSON of its own too`() throws {
    let value = try desk.run("return sql('SELECT NULL AS a, NULL AS b')")[0]
    #expect(
      try LuaReader(desk.lua).shown(value)
        == .list([.record([ShownField("a", .null), ShownField("b", .null)])]))
    #expect(
      try desk.text("return json.encode(sql('SELECT 1 AS z, NULL AS a'))") == #"[{"a":null,"z":1}]"#
    )
    #expect(try desk.boolean("return sql('SELECT NULL AS a')[1].a == nil") == true)
    let query = #"sql('SELECT 1 AS a, 2 AS a, 3 AS "a:1"')[1]"#
    #expect(try desk.text("local row = \(query) return row['a:2'] .. row['a:1']") == "23")
  }

  @Test(
    arguments: [
      ("sql('BEGIN')", "text begins or ends a transaction"),
      ("sql(' /* x */ ;; -- y\\n COMMIT')", "text begins or ends a transaction"),
      ("sql('ATTACH \\'x\\' AS y')", "text reaches another file"),
      ("sql('PRAGMA foreign_keys = OFF')", "text changes how the database works"),
      ("sql('SELECT 1; SELECT 2')", "text holds more than one statement"),
      ("sql('')", "text holds no statement"),
      ("sql('SELECT ?')", "sql got 0 values for 1 places"),
      ("sql('SELECT ?', {})", "value 1 is not among the values"),
      ("sql('SELECT ?, ?', {1})", "value 2 is not among the values"),
      ("sql('SELECT ?', 1, 2)", "sql got 2 values for 1 places"),
      (
        "sql('SELECT ?', print)",
        "value 1 of sql must be text, number, boolean or null, not function"
      ),
      ("sql('DROP TABLE user_notes')", "text changes tables of the library"),
      (
        "sql('CREATE TRIGGER x AFTER INSERT ON user_notes BEGIN SELECT 1; END')",
        "text changes tables of the library"
      ),
      ("sql('SELECT ?', 'a\\0b')", "value 1 holds U+0000 at byte 2"),
      ("sql('SELEC 1')", "near \"SELEC\": syntax error"),
      ("sql('SELECT * FROM nowhere')", "no such table: nowhere"),
      (
        "sql('INSERT INTO user_notes(verse_ref, note_text) VALUES(1, NULL)')",
        "NOT NULL constraint failed: user_notes.note_text"
      ),
    ])
  func `what may not run is refused`(script: String, summary: String) throws {
    let found = try desk.failure(script).summary
    #expect(found == summary)
    #expect(try desk.integer("return #queue") == 0)
  }

  @Test(
    arguments: [
      "insert into sync_applying values(1)", "delete from sync_queue",
      "UPDATE main.\"SYNC_STATE\" SET value = 'x'",
      "insert into sync_replaced(table_name, local_id) values('user_notes', 1)",
      "delete from notes_fts_data", "insert into notes_fts(rowid, note_text) values(9, 'x')",
      "with x(a) as (select 1) delete from sync_queue where id in (select a from x)",
      "CREATE TEMP TRIGGER user_notes_inserted AFTER INSERT ON user_notes BEGIN SELECT 1; END",
    ])
  func `what only the engine writes is refused`(_ statement: String) throws {
    try desk.run("notes.add('John 3:16', 'x')")
    let failure = try desk.failure("sql([[\(statement)]])")
    #expect(failure.code == "store.own_table")
    #expect(try desk.integer("return #queue + #sql('SELECT * FROM sync_queue')") == 2)
    // Everything else goes on as before: full text, capture, compaction.
    #expect(
      try desk.integer(
        "notes.add('John 3:17', 'grace') queue.compact{} return #notes.search('grace')") == 1)
  }

  @Test func `a script's trigger writes no table of the engine`() throws {
    try desk.run(
      "sql('CREATE TEMP TRIGGER mine AFTER INSERT ON user_notes BEGIN DELETE FROM sync_queue; END')"
    )
    #expect(
      try desk.failure(
        "sql(\"INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'x')\")"
      ).code == "store.own_table")
    #expect(try desk.integer("return #queue + #sql('SELECT * FROM user_notes')") == 0)
  }

  @Test func `pragmas that only read are welcome`() throws {
    #expect(try desk.integer("return #sql('PRAGMA table_info(user_notes)')") ?? 0 > 5)
    #expect(try desk.integer("return sql('PRAGMA foreign_keys;')[1].foreign_keys") == 1)
  }

  @Test func `tables of one's own are temporary`() throws {
    #expect(
      try desk.integer(
        """
        sql("CREATE TEMP TABLE mine(x)")
        sql("INSERT INTO mine VALUES(?), (?)", 1, 2)
        return sql("SELECT sum(x) AS s FROM mine")[1].s
        """) == 3)
  }

  @Test func `null and bytes travel both ways`() throws {
    #expect(
      try desk.text(
        #"return sql("SELECT hex(?) AS h, ? IS NULL AS n, ? AS f", "\xff\0", null, 1.5)[1].h"#)
        == "FF00")
    #expect(try desk.integer(#"return #sql("SELECT x'00ff' AS b")[1].b"#) == 2)
  }

  @Test func `a transaction that fails undoes everything and raises the same value`() throws {
    let values = try desk.run(
      """
      local mine = {kind = "mine"}
      local ok, e = pcall(transaction, function()
        notes.add("John 3:16", "x")
        collections.add("Grace")
        error(mine)
      end)
      return ok, e == mine, notes.count{}, #queue, transaction(function() return 1, 2 end)
      """)
    #expect(values[0].boolean == false)
    #expect(values[1].boolean == true)
    #expect(values.dropFirst(2).map(\.integer) == [0, 0, 1, 2])
  }

  @Test func `an inner transaction that fails leaves the outer one`() throws {
    #expect(
      try desk.integer(
        """
        transaction(function()
          notes.add("John 3:16", "kept")
          pcall(transaction, function() notes.add("John 3:17", "lost") error("x") end)
        end)
        return notes.count{}
        """) == 1)
  }

  @Test func `sync does not run inside a transaction`() throws {
    let failure = try desk.failure("transaction(function() sync.now() end)")
    #expect(failure.code == "api.inside_transaction")
    #expect(failure.summary == "sync.now does not work inside a transaction")
  }
}
