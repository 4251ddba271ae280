import Cloud
import EmbeddedCloud
import Testing
import Vocabulary

/// What the functions of sync say to arguments that are none, in PostgreSQL's words.
@Suite struct FunctionCallTests {
  private let fixture: ProjectFixture
  private let ann: Session

  init() throws {
    fixture = try ProjectFixture()
    ann = try fixture.signUp("ann@t.example")
  }

  private func call(_ name: String, _ arguments: String) throws -> JSONValue {
    try JSONValue(
      parsing: fixture.ask("POST", "/rest/v1/rpc/\(name)", token: ann.accessToken, arguments).body)
  }

  @Test func `an argument that is none of its type is refused`() throws {
    let refusals = [
      ("\"x\"", "22P02", "invalid input syntax for type integer: \"x\""),
      ("2.5", "22P02", "invalid input syntax for type integer: \"2.5\""),
      ("true", "22P02", "invalid input syntax for type integer: \"true\""),
      ("99999999999", "22003", "value \"99999999999\" is out of range for type integer"),
    ]
    for (page, code, message) in refusals {
      let answer = try call(
        "sync_pull", #"{"device": "a", "cursor": "", "newest": "", "page": \#(page)}"#)
      #expect(answer["code"] == .string(code) && answer["message"] == .string(message))
    }
    let text = try call("sync_pull", #"{"device": 5, "cursor": "", "newest": "", "page": " 3 "}"#)
    #expect(text["status"] == "page")
    let upto = try call("sync_digest", #"{"table": null, "upto": "x"}"#)
    #expect(upto["message"] == "invalid input syntax for type bigint: \"x\"")
  }

  @Test func `a device without a name, and ids that are none, are refused`() throws {
    let long = String(repeating: "é", count: 65)
    for (device, code) in [("null", "23502"), ("\"\"", "23514"), ("\"\(long)\"", "23514")] {
      let pull = #"{"device": \#(device), "cursor": "", "newest": "", "page": 0}"#
      let push = #"{"device": \#(device), "cursor": "", "newest": "", "changes": []}"#
      #expect(try call("sync_pull", pull)["code"] == .string(code))
      #expect(try call("sync_push", push)["code"] == .string(code))
    }
    for ids in ["null", "{}", "[5]", #"["x"]"#, #""x""#] {
      let answer = try call(
        "sync_missing",
        #"{"cursor": "", "newest": "", "table": "user_notes", "ids": \#(ids)}"#)
      #expect(answer["message"] == "the ids are not an array of UUIDs")
    }
  }

  @Test func `a position is seq, mark and floor in digits, or it is doubted`() throws {
    func status(_ cursor: String) throws -> JSONValue? {
      try call(
        "sync_pull", #"{"device": "a", "cursor": "\#(cursor)", "newest": "", "page": 0}"#)["status"]
    }
    for known in ["", "0.0", "00.0", "0.0.7", "000000000000000000.0"] {
      #expect(try status(known) == "page", "\(known)")
    }
    for none in [
      "+0.0", "-0.0", " 0.0", "0.0 ", "0.0.", "0.0.x", "0.0.+7", "0", "0.", ".0", "0.G",
      "0000000000000000000.0", "0.0.0000000000000000007", "\u{660}.0", "0.0.0.0",
    ] {
      #expect(try status(none) == "reset", "\(none)")
    }
  }
}
