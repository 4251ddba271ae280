import EmbeddedCloud
import Schema
import Support
import Testing
import Vocabulary

private func note(_ number: Int, _ text: String = "text") -> JSONValue {
  [
    "table": "user_notes", "id": .string(RecordID(high: 1, low: UInt64(number)).text),
    "op": "insert", "stamp": .string(PostgresDevice.stamp(0)),
    "values": ["verse_ref": "john 3:16", "note_text": .string(text)],
  ]
}

private func mark(_ verse: Int) -> JSONValue {
  [
    "table": "verse_highlights", "id": .string(RecordID(high: 2, low: UInt64(verse)).text),
    "op": "insert", "stamp": .string(PostgresDevice.stamp(0)),
    "values": ["verse_ref": .string("john 3:\(verse)"), "color": "gold"],
  ]
}

private func numbers(_ page: JSONValue) -> [Int64] {
  (page["rows"]?.array ?? []).compactMap { $0["seq"]?.integer }
}

@Suite struct PostgresPullTests {
  let device: PostgresDevice

  init() throws { device = try PostgresDevice.first(of: PostgresCloud(.lectern())) }

  @Test func `pages follow the order of arrival across tables`() throws {
    let reply = try device.pushed([note(1), mark(1), note(2), mark(2), note(3)])
    #expect(reply["from"] == "0.0")
    let to = try #require(reply["to"]?.string)
    let first = try device.pull(page: 2)
    #expect(numbers(first) == [1, 2])
    #expect(first["more"] == true)
    #expect(first["head"] == 5)
    let second = try device.pull(cursor: first["next"]?.string ?? "", page: 3)
    #expect(numbers(second) == [3, 4, 5])
    #expect(second["more"] == false)
    #expect(second["next"]?.string == to)
    #expect(numbers(try device.pull(cursor: to, newest: to)) == [])
  }

  @Test func `the last page reaches the head, though the row of that number is gone`() throws {
    let reply = try device.pushed([note(1), note(2)])
    try device.session.query(
      """
      begin; set local lectern.writer = 'sync';
      delete from public.user_notes where user_id = '\(device.user.text)' and seq = 2; commit
      """)
    #expect(try device.pull()["next"] == reply["to"])
  }

  @Test func `a page ends at four mebibytes`() throws {
    let long = String(repeating: "x", count: 1_000_000)
    _ = try device.pushed((1...6).map { note($0, long) })
    let page = try device.pull()
    #expect(numbers(page) == [1, 2, 3, 4])
    #expect(page["more"] == true)
  }

  @Test(arguments: ["1.000000000000", "9.0", "nonsense", "1", "0.1"])
  func `a position that this cloud never gave resets`(place: String) throws {
    _ = try device.pushed([note(1)])
    for reply in [
      try device.pull(cursor: place), try device.pull(cursor: "0.0", newest: place),
      try device.pushed([note(2)], cursor: place), try device.pushed([note(2)], newest: place),
    ] {
      #expect(reply["status"] == "reset")
      #expect(reply["head"] == 1)
    }
    #expect(numbers(try device.pull()) == [1])
  }

  @Test func `a cursor from before the purge is stale, a fresh copy is not`() throws {
    _ = try device.pushed([note(1), note(2)])
    try device.session.query(
      "update public.sync_heads set purged_below = 2 where user_id = '\(device.user.text)'")
    #expect(try device.pull(cursor: "0.0")["status"] == "stale")
    #expect(try device.pushed([note(3)], cursor: "0.0")["status"] == "stale")
    #expect(try device.pull(cursor: "0.0.2")["status"] == "page")
    #expect(try device.pull(cursor: "")["purged_below"] == 2)
  }

  @Test func `a subscription that is over stores nothing and gives nothing, in both clouds`() throws
  {
    _ = try device.pushed([note(1)])
    let embedded = try EmbeddedProject(
      EmbeddedProject.Settings(), SeededSurroundings(seed: 1, start: device.now),
      catalog: .lectern())
    let calls: [(String, JSONValue)] = [
      ("sync_push", device.arguments([note(2)])),
      ("sync_pull", ["device": "a", "cursor": "", "newest": "", "page": .null]),
      ("sync_missing", ["cursor": "", "newest": "", "table": "user_notes", "ids": []]),
      ("sync_digest", ["table": .null, "upto": 1]), ("sync_describe", [:]),
    ]
    for (end, status) in [
      ("2026-01-01T00:00:00Z", "not_entitled"), ("2025-12-31T23:00:00-02:00", ""),
      ("2025-12-31", "not_entitled"), ("soon", ""),
    ] {
      let metadata: JSONValue = ["app_metadata": ["entitled_until": .string(end)]]
      let claims = "{\"sub\":\"\(device.user.text)\",\(metadata.text.dropFirst())"
      for (name, arguments) in calls {
        try device.session.begin(as: device.user, now: device.now)
        try device.session.query("select set_config('request.jwt.claims', '\(claims)', true)")
        let deployed = try device.session.call(name, arguments)
        try device.session.query("rollback")
        let twin = try JSONValue(
          parsing: embedded.call(name, as: device.user, claims: metadata, body: arguments.bytes))
        #expect((deployed["status"] == "not_entitled") == (status == "not_entitled"))
        #expect(deployed["until"] == twin["until"])
        #expect(deployed["status"] == twin["status"])
      }
    }
    #expect(numbers(try device.pull()) == [1])
  }

  @Test func `the cloud remembers who was here and how far`() throws {
    let reply = try device.pushed([note(1)])
    _ = try device.pull(cursor: reply["to"]?.string ?? "")
    #expect(try device.stored("device || pulled_seq", in: "sync_devices") == "aaaaaaaaaaaa1")
  }

  @Test func `ids that are missing are named`() throws {
    _ = try device.pushed([note(1)])
    let ids: [JSONValue] = [2, 1, 3].map { .string(RecordID(high: 1, low: $0).text) }
    let arguments: JSONValue = [
      "cursor": "", "newest": "", "table": "user_notes", "ids": .array(ids),
    ]
    let reply = try device.session.rpc(
      user: device.user, "sync_missing", arguments, now: device.now)
    #expect(
      reply == ["now": "2026-01-01T00:00:00.000Z", "status": "asked", "missing": [ids[0], ids[2]]])
  }

  @Test func `one identity and one clock in every reply`() throws {
    let push = try device.pushed([])
    let pull = try device.pull()
    #expect(push["cloud"] == pull["cloud"])
    #expect(push["now"] == "2026-01-01T00:00:00.000Z")
    #expect(push["from"] == push["to"])
  }
}
