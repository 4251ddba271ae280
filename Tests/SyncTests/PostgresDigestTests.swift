import Schema
import Support
import Testing
import Vocabulary

@Suite struct PostgresDigestTests {
  private func digest(
    _ device: PostgresDevice, _ table: JSONValue, upto: Int64 = 99, parts: JSONValue = .null
  ) throws -> JSONValue {
    try device.session.rpc(
      user: device.user, "sync_digest",
      ["table": table, "upto": .integer(upto), "parts": parts], now: device.now)
  }

  private func note(_ number: UInt64) -> JSONValue {
    [
      "table": "user_notes", "id": .string(RecordID(high: 1, low: number).text), "op": "insert",
      "stamp": .string(PostgresDevice.stamp(0)),
      "values": ["verse_ref": "john 3:16", "note_text": "text"],
    ]
  }

  @Test func `one person's rows are counted and nobody else's`() throws {
    let ann = try PostgresDevice.first(of: PostgresCloud(.lectern()))
    let bob = PostgresDevice(of: try ann.session.addUser(), at: ann.session)
    _ = try ann.push(note(1), note(0x1102))
    _ = try bob.push(note(1))
    let parts = try digest(ann, "user_notes")
    #expect(parts["parts"]?.object?.members.map(\.key) == ["01", "02"])
    #expect(parts["head"] == 2)
    let all = try digest(ann, .null)["tables"]?["user_notes"]
    #expect(all?["rows"] == 2)
    #expect(try digest(ann, .null, upto: 1)["tables"]?["user_notes"]?["rows"] == 1)
    #expect(
      try digest(ann, .null, upto: 1)["tables"]?["user_notes"]
        == digest(bob, .null)["tables"]?["user_notes"])
    let listed = try digest(ann, "user_notes", parts: ["02", "03"])["ids"]?.object
    #expect(listed?.members.map(\.key) == [RecordID(high: 1, low: 0x1102).text])
  }

  @Test func `arguments that make no sense are refused`() throws {
    let device = try PostgresDevice.first(of: PostgresCloud(.lectern()))
    let cases: [(JSONValue, JSONValue, String)] = [
      ("nowhere", .null, "42P01"), (.null, ["00"], "22023"),
      ("user_notes", ["part": "00"], "22023"),
      ("user_notes", ["0"], "22023"), ("user_notes", ["0G"], "22023"),
      ("user_notes", [5], "22023"),
    ]
    for (table, parts, code) in cases {
      let error = try #require(throws: PostgresError.self) {
        try digest(device, table, parts: parts)
      }
      #expect(error.code == code, "\(table.text) \(parts.text)")
    }
  }

  @Test func `what was taken away by hand is named`() throws {
    let server = try ThrowawayPostgres.shared()
    let session = try server.connect(to: try server.makeDatabase())
    let migration = try PostgresCloud.sql(.lectern())
    try session.query(migration)
    let user = try session.addUser()
    func describe() throws -> [JSONValue?] {
      let reply = try session.rpc(user: user, "sync_describe", [:])
      #expect(reply["version"]?.string == Catalog.cloudVersion)
      return [reply["unguarded"], reply["untriggered"]]
    }
    #expect(try describe() == [[], []])
    try session.query(
      """
      alter table public.user_notes disable row level security;
      create policy "all see all" on public.bookmarks using (true);
      grant select on public.sync_marks to anon;
      alter table public.runs no force row level security;
      drop trigger lectern_4_undo_delete on public.note_links;
      alter table public.runs disable trigger lectern_1_begin_plain;
      """)
    #expect(
      try describe() == [
        ["bookmarks", "runs", "sync_marks", "user_notes"], ["note_links", "runs"],
      ])
    try session.query("drop policy \"all see all\" on public.bookmarks")
    try session.query(migration)
    #expect(try describe() == [[], []])
  }
}
