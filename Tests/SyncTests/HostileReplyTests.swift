import ChangeQueue
import Cloud
import Schema
import Store
import Sync
import Testing
import Vocabulary

/// A cloud that answers what it should not: nothing is lost, and one clear reason is given.
@Suite struct HostileReplyTests {
  private static let pushes = [
    "", "<html>", "null", "[]", "{}", "{\"status\":\"pushed\"}", "\u{0}",
    #"{"status":"pushed","now":"later","from":"0.0","to":"1.a","results":[]}"#,
    #"{"status":"pushed","now":"2026-01-01T00:00:00.000Z","from":"0.0","to":"1.a","results":[]}"#,
    #"{"status":"pushed","now":"2026-01-01T00:00:00.000Z","from":7,"to":"1.a","results":[{}]}"#,
    result(#"{}"#), result(#"{"result":"eaten"}"#), result("7"), result("null"),
    result(#"{"result":"applied"}"#), result(#"{"result":"applied","seq":-1}"#),
    result(#"{"result":"applied","seq":"1"}"#), result(#"{"result":"merged","seq":1}"#),
    result(#"{"result":"merged","seq":1,"stamp":"z","values":{"note_text":"lost"}}"#),
    result(
      #"{"result":"merged","seq":1,"stamp":"000000000000-0000-000000000000","values":{},"#
        + #""stamps":{"note_text":"zzz"}}"#),
    result(
      #"{"result":"merged","seq":1,"stamp":"000000000000-0000-000000000000","values":{},"#
        + #""dropped":[{"table":"sync_conflicts"}]}"#),
    result(#"{"result":"ahead"}"#),
  ]

  private static func result(_ text: String) -> String {
    #"{"status":"pushed","now":"2026-12-01T00:00:00.000Z","cloud":"c","from":"0.0","to":"1.a","#
      + #""results":[\#(text)]}"#
  }

  private static let pulls = [
    "", "<html>", "null", "[]", "{}", page(#"{"rows":7}"#), page("7"), page("{}"),
    page(#"{"table":"user_notes","id":"x","seq":1,"stamp":"z","values":{}}"#),
    page(row(seq: "-1", values: "{}")), page(row(seq: "1", values: "[]")),
    page(row(seq: "1", stamp: "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", values: "{}")),
    page("{", closing: ""), #"{"status":"reset"}"#, #"{"status":"gone"}"#,
    #"{"status":"reset","now":"2026-01-01T00:00:00.000Z","cloud":"c","head":1}"#,
    #"{"status":"stale","now":"2026-01-01T00:00:00.000Z","cloud":7,"head":"x"}"#,
    #"{"status":"page","now":"2026-01-01T00:00:00.000Z","next":"0.0","more":true,"rows":[]}"#,
    #"{"status":"page","now":"2026-01-01T00:00:00.000Z","rows":[]}"#,
    #"{"status":"page","now":"2026-01-01T00:00:00.000Z","next":"1.a","rows":{}}"#,
  ]

  private static func page(_ row: String, closing: String = "]}") -> String {
    #"{"status":"page","now":"2026-01-01T00:00:00.000Z","cloud":"c","next":"9.a","head":9,"#
      + #""more":false,"purged_below":0,"rows":[\#(row)\#(closing)"#
  }

  private static func row(
    seq: String, stamp: String = "000000000000-0000-000000000000", values: String
  ) -> String {
    #"{"table":"user_notes","id":"00000000-0000-7000-8000-000000000001","seq":\#(seq),"#
      + #""stamp":"\#(stamp)","values":\#(values)}"#
  }

  private func fleet() throws -> Fleet {
    let fleet = try Fleet(seed: 9, count: 2)
    try fleet.devices[0].run(
      "INSERT INTO user_notes(verse_ref, note_text) VALUES('john 3:16', 'kept')")
    return fleet
  }

  private func recover(_ fleet: Fleet, _ reply: String) throws {
    fleet.devices[0].link.answer = nil
    try fleet.settle()
    #expect(try fleet.difference() == nil, "\(reply)")
    let texts = try fleet.devices[1].database.connection.all("SELECT note_text FROM user_notes") {
      $0.text(0)
    }
    #expect(texts == ["kept"], "\(reply)")
  }

  @Test(arguments: pushes)
  func `an answer to a push that is none loses nothing`(reply: String) throws {
    let fleet = try fleet()
    fleet.devices[0].link.answer = { (function, _, _) throws(CloudError) in
      function == "sync_push" ? Array(reply.utf8) : nil
    }
    let report = fleet.devices[0].engine.push()
    #expect((report.error as? SyncError)?.code == "sync.unreadable", "\(reply)")
    #expect(report.pending == 1)
    #expect(try fleet.devices[0].database.entries().first?.attempts == 0)
    try recover(fleet, reply)
  }

  @Test(arguments: pulls)
  func `an answer to a pull that is none loses nothing`(reply: String) throws {
    let fleet = try fleet()
    fleet.devices[0].link.answer = { (function, _, _) throws(CloudError) in
      function == "sync_pull" ? Array(reply.utf8) : nil
    }
    let report = fleet.devices[0].engine.sync()
    #expect((report.error as? SyncError)?.code == "sync.unreadable", "\(reply)")
    try recover(fleet, reply)
  }

  @Test func `unknown tables and columns are kept aside and disturb nothing`() throws {
    let fleet = try fleet()
    let device = fleet.devices[1]
    let rows =
      #"{"table":"planets","id":"00000000-0000-7000-8000-000000000009","seq":1,"#
      + #""stamp":"000000000000-0000-000000000000","values":{"mass":7}},"#
      + Self.row(
        seq: "2", values: #"{"verse_ref":"john 1:1","note_text":"x","tags_json":{},"moon":1}"#)
      + ","
      + Self.row(seq: "3", values: #"{"verse_ref":null,"note_text":["x"],"created_at":"no time"}"#)
    var isFirst = true
    device.link.answer = { (function, _, _) throws(CloudError) in
      defer { isFirst = false }
      return isFirst && function == "sync_pull" ? Array(Self.page(rows).utf8) : nil
    }
    #expect(device.engine.pull().error == nil)
    #expect(
      try device.database.connection.first("SELECT count(*) FROM sync_unknown") { $0.integer(0) }
        == 2)
  }
}
