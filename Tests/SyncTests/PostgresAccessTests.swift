import Schema
import Support
import Testing
import Vocabulary

private let shared = RecordID(high: 7, low: 7).text

private func note(_ id: String, _ text: String) -> JSONValue {
  [
    "table": "user_notes", "id": .string(id), "op": "insert",
    "stamp": .string(PostgresDevice.stamp(0)),
    "values": ["verse_ref": "john 3:16", "note_text": .string(text)],
  ]
}

private func link(_ from: String, _ to: String) -> JSONValue {
  [
    "table": "note_links", "id": .string(RecordID(table: "note_links", key: from + "|" + to).text),
    "op": "insert", "stamp": .string(PostgresDevice.stamp(0)),
    "values": ["from_note_id": .string(from), "to_note_id": .string(to)],
  ]
}

@Suite struct PostgresAccessTests {
  let ann: PostgresDevice
  let bob: PostgresDevice
  let mine = RecordID(high: 7, low: 8).text

  init() throws {
    let cloud = try PostgresCloud(.lectern())
    ann = try PostgresDevice.first(of: cloud)
    bob = try PostgresDevice.first(of: cloud)
    _ = try ann.push(note(shared, "of Ann"), note(mine, "of Ann too"))
  }

  private func count(_ table: String, as device: PostgresDevice) throws -> String? {
    try device.session.asUser(device.user) { () throws(PostgresError) in
      try device.session.value("select count(*) from public.\(table)")
    }
  }

  @Test func `another person sees no row, no head, no device`() throws {
    for table in ["user_notes", "sync_heads", "sync_marks", "sync_devices"] {
      #expect(try count(table, as: bob) == "0")
      #expect(try count(table, as: ann) != "0")
    }
    #expect(try bob.pull()["rows"] == [])
  }

  @Test func `one id may name a row of each`() throws {
    #expect(try bob.push(note(shared, "of Bob")) == [["seq": 1, "result": "applied"]])
    #expect(try ann.row(shared)?["values"]?["note_text"] == "of Ann")
    #expect(try bob.row(shared)?["values"]?["note_text"] == "of Bob")
  }

  @Test func `a link to another person's note is an orphan, as one to no note`() throws {
    let answers = try bob.push(link(shared, mine), link(mine, RecordID(high: 9, low: 9).text))
    #expect(answers.map { $0["result"] } == ["orphan", "orphan"])
    let arguments: JSONValue = [
      "cursor": "", "newest": "", "table": "user_notes", "ids": [.string(shared)],
    ]
    let reply = try bob.session.rpc(user: bob.user, "sync_missing", arguments, now: bob.now)
    #expect(reply["missing"] == [.string(shared)])
  }

  @Test func `an edit of another person's row is answered like one of nothing`() throws {
    let nothing = RecordID(high: 9, low: 9).text
    let edits = [shared, nothing].map { id -> JSONValue in
      [
        "table": "user_notes", "id": .string(id), "op": "update",
        "stamp": .string(PostgresDevice.stamp(1)), "values": ["note_text": "mine now"],
      ]
    }
    let answers = try bob.pushed(edits)["results"]?.array
    #expect(answers == [["result": "absent"], ["result": "absent"]])
    #expect(try ann.row(shared)?["values"]?["note_text"] == "of Ann")
  }

  @Test func `another person's cursor is as unknown as one that nobody got`() throws {
    let cursor = try #require(try ann.pull()["next"]?.string)
    for place in [cursor, "2.0123456789ab"] {
      let replies = [
        try bob.pull(cursor: place), try bob.pull(newest: place),
        try bob.pushed([note(shared, "x")], cursor: place),
      ]
      #expect(replies.map { $0["status"] } == ["reset", "reset", "reset"])
      #expect(replies.allSatisfy { $0["head"] == 0 })
    }
  }

  @Test func `whose a change is cannot be said in it`() throws {
    let sent: JSONValue = [
      "table": "user_notes", "id": .string(RecordID(high: 7, low: 9).text), "op": "insert",
      "stamp": .string(PostgresDevice.stamp(0)), "user_id": .string(ann.user.text),
      "values": [
        "verse_ref": "john 3:16", "note_text": "x", "user_id": .string(ann.user.text),
      ],
    ]
    #expect(try bob.push(sent).first?["code"] == "42703")
    #expect(try ann.stored("count(*)", in: "user_notes") == "2")
  }

  @Test(arguments: [
    "update public.user_notes set note_text = 'x' returning id",
    "delete from public.user_notes returning id", "select id from public.user_notes",
    "update public.sync_heads set purged_below = 9 returning user_id",
  ]) func `another person's statements touch nothing`(sql: String) throws {
    let rows = try bob.session.asUser(bob.user) { () throws(PostgresError) in
      try bob.session.query(sql)
    }
    #expect(rows.isEmpty)
  }

  @Test func `nobody writes in another person's name`() throws {
    let error = try #require(throws: PostgresError.self) {
      try bob.session.asUser(bob.user) { () throws(PostgresError) in
        try bob.session.query(
          """
          insert into public.user_notes (user_id, verse_ref, note_text)
          values ('\(ann.user.text)', 'john 3:16', 'x')
          """)
      }
    }
    #expect(error.code == "42501")
  }

  @Test(arguments: [
    "sync_push", "sync_pull", "sync_missing", "sync_digest", "sync_describe",
  ])
  func `who is not signed in may call nothing`(name: String) throws {
    let arguments: [String: JSONValue] = [
      "sync_push": bob.arguments([]),
      "sync_pull": ["device": "x", "cursor": "", "newest": "", "page": 1],
      "sync_missing": ["cursor": "", "newest": "", "table": "user_notes", "ids": []],
      "sync_digest": ["table": .null, "upto": 5], "sync_describe": [:],
    ]
    let error = try #require(throws: PostgresError.self) {
      try bob.session.rpc(user: nil, name, arguments[name] ?? .null)
    }
    #expect(error.code == "42501")
  }

  @Test func `who is not signed in reads no table`() throws {
    for table in ["user_notes", "sync_conflicts", "sync_heads", "sync_cloud"] {
      let error = try #require(throws: PostgresError.self) {
        try bob.session.asUser(nil) { () throws(PostgresError) in
          try bob.session.query("select from public.\(table)")
        }
      }
      #expect(error.code == "42501")
    }
  }

  @Test func `a person's own time is the clock's`() throws {
    try bob.session.query("set session authorization authenticator")
    #expect(try bob.pull()["now"] != "2026-01-01T00:00:00.000Z")
  }

  @Test func `when an account goes, its rows go`() throws {
    _ = try ann.push(link(shared, mine))
    try ann.session.query("delete from auth.users where id = '\(ann.user.text)'")
    for table in ["user_notes", "note_links", "sync_heads", "sync_marks", "sync_devices"] {
      #expect(try ann.stored("count(*)", in: table) == "0")
    }
  }
}
