import Glibc
import LuaRuntime
import Testing

@testable import Console

/// The picture of a flow: all that happened is in it, and nothing that harms who looks at it.
@Suite struct FlowReportTests {
  private let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `edits, requests, faults, conflicts and what befalls devices are each in the page`()
    throws
  {
    let (count, page) = try report(
      """
      local n = w.phone.notes.add("John 3:16", "first")
      w:settle()
      w.tablet:crash()
      w.tablet:restart()
      w:settle()
      n:update{text = "phone"}
      w:advance("1m")
      w.tablet.notes.find{}[1]:update{text = "tablet"}
      w:fail{device = "phone", lose_reply = true}
      w.phone.sync.now()
      w:advance("1h")
      w.phone:offline()
      w.phone.sync.now()
      w.phone:online()
      w.cloud:write("user_notes", {verse_ref = "john 1:1", note_text = "by hand"})
      w:settle()
      """)
    #expect(page.events == count)
    for (kind, least) in [
      "edits": 3, "exchange": 8, "fault": 2, "conflict": 1, "device": 5, "cloud": 1,
    ] {
      #expect(page.count(of: kind) >= least, "\(kind): \(page.count(of: kind))")
    }
    for words in [
      "INSERT user_notes 1", "UPDATE user_notes 1", "no reply: the reply was lost",
      "does not arrive", "goes offline", "is online again", "starts again", "1 h later",
      "another client writes user_notes", "conflict: user_notes.note_text",
      "note_text: &quot;first&quot; → &quot;phone&quot;", "queue: 1 ready", "queue: empty",
    ] {
      #expect(page.text.contains(words), "\(words)")
    }
  }

  @Test func `what is sealed is in no page and no log`() throws {
    let (_, page) = try report(
      """
      w:settle()
      w.phone.sync.seal("one passphrase")
      w.phone.notes.add("John 3:16", "shepherd of words", {tags = {"shepherd-tag"}})
      w.phone.sync.now()
      w.tablet.sync.now()
      w.tablet.sync.seal("one passphrase")
      w:settle()
      w.tablet.notes.find{}[1]:update{text = "shepherd at home"}
      w:advance("1m")
      w.phone.notes.find{}[1]:update{text = "shepherd on the road"}
      w:settle()
      assert(#w.phone.sync.conflicts() == 1 and w.phone.notes.find{}[1].text:find("road"))
      """)
    #expect(!page.text.contains("shepherd"))
    #expect(page.text.contains("sealed:1:") && page.count(of: "conflict") >= 1)
  }

  @Test func `the same flow gives the same bytes`() throws {
    let flow = #"w.phone.notes.add("John 3:16", "x") w:settle() w:advance("3d") w:settle()"#
    let first = try report(flow).page.text
    let desk = try FlowReportTests()
    #expect(try desk.report(flow).page.text == first)
  }

  @Test func `what people wrote is text in the page, never markup or a sign that is not seen`()
    throws
  {
    let page = try report(
      #"""
      w.phone.notes.add("John 3:16", "<script>alert(1)</script>\27[31m\u{202E}&amp;")
      w:settle()
      """#
    ).page.text
    #expect(!page.contains("<script>alert"))
    #expect(page.contains("&lt;script&gt;alert(1)"))
    #expect(!page.unicodeScalars.contains("\u{1B}"))
    #expect(!page.unicodeScalars.contains("\u{202E}"))
    #expect(page.contains("&amp;amp;"))
  }

  @Test func `passwords, codes and tokens are not in the page`() throws {
    let page = try report(
      """
      w.phone.auth.sign_out()
      w.phone.auth.sign_in("reader@world.example", "world-password-1")
      w.phone.auth.change_password("other-password-2")
      w.phone.auth.send_code("reader@world.example")
      """
    ).page.text
    #expect(page.contains("sign in"))
    #expect(page.contains("change the account"))
    for secret in ["password-1", "password-2", "eyJ", "refresh_token&"] {
      #expect(!page.contains(secret), "\(secret)")
    }
  }

  @Test func `a loop of edits is one event with their number, and each other call its own`() throws
  {
    let (count, page) = try report(
      """
      for i = 1, 500 do w.phone.notes.add("Psalm " .. (i % 150 + 1), "n" .. i) end
      """)
    #expect(count == 1)
    #expect(page.text.contains("500 edits"))
    #expect(page.text.contains("queue: 500 ready"))
  }

  @Test func `what was given up in a transaction is no edit`() throws {
    let (count, page) = try report(
      """
      pcall(w.phone.transaction or function() end, function()
        w.phone.notes.add("John 3:16", "never")
        error("stop")
      end)
      w.phone.notes.add("John 3:17", "there")
      """)
    #expect(count == 1)
    #expect(!page.text.contains("never"))
  }

  @Test func `an earlier page is replaced, any other file is not`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/flow.html"
    try desk.run(#"w = world{} w:report("\#(path)") w:report("\#(path)")"#)
    let other = folder.path + "/mine.html"
    try FileBytes.replace(other, with: Array("<p>mine".utf8), isPrivate: true)
    let failure = try desk.failure(#"world{}:report("\#(other)")"#)
    #expect(failure.summary.contains("something else has written"))
    #expect(try FileBytes.read(other) == Array("<p>mine".utf8))
    #expect(try desk.failure(#"world{}:report("/no/such/folder/x")"#).summary.contains("cannot"))
  }

  @Test func `functions of a device go on when their world is dropped`() throws {
    #expect(
      try desk.text(
        """
        local notes, sync, queue = world{}.phone.notes, world{}.phone.sync, world{}.phone.queue
        collectgarbage() collectgarbage()
        sync.now() queue.compact{}
        return notes.add("John 3:16", "x").ref
        """) == "john 3:16")
  }

  @Test func `a sandboxed script writes no page`() throws {
    var options = LuaState.Options()
    options.isSandboxed = true
    let desk = try ScriptDesk(options: options)
    #expect(throws: LuaFailure.self) { try desk.run(#"world{}:report("x.html")"#) }
    #expect(access("x.html", F_OK) != 0)
  }

  // What is in a page

  private struct Page {
    let text: String
    var events: Int { text.split(separator: "<li class=\"event ").count - 1 }
    func count(of kind: String) -> Int {
      text.split(separator: "<li class=\"event \(kind)\"").count - 1
    }
  }

  private func report(_ flow: String) throws -> (events: Int, page: Page) {
    let folder = try ScratchFolder()
    let path = folder.path + "/flow.html"
    let count = try desk.integer("w = world{seed = 3} \(flow) return w:report(\"\(path)\")")
    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
    return (Int(count ?? -1), Page(text: text))
  }
}
