import LuaAPI
import LuaRuntime
import Testing
import Vocabulary

/// Bookmarks, topics and what follows a reader, as a script sees them.
@Suite struct StudyModulesTests {
  let desk: ScriptDesk

  init() throws { desk = try ScriptDesk() }

  @Test func `bookmarks have fields and methods`() throws {
    #expect(
      try desk.text(
        """
        local b = bookmarks.add("jn 3.16", {label = "Loved"})
        bookmarks.add("John 3")
        local out = {b.id, b.ref, b.label, tostring(bookmarks.has("John 3:16"))}
        out[#out + 1] = b:update{label = "Given"}.label
        out[#out + 1] = b:update{}.label
        out[#out + 1] = tostring(b:update{label = null}.label)
        for _, x in ipairs(bookmarks.find{chapter = "John 3"}) do out[#out + 1] = x.ref end
        b:delete()
        out[#out + 1] = bookmarks.find{deleted = true}[1].ref
        out[#out + 1] = tostring(bookmarks.has("John 3:16"))
        return table.concat(out, "|")
        """)
        == "1|john 3:16|Loved|true|Given|Given|nil|john 3|john 3:16|john 3:16|false")
  }

  @Test func `topics keep what is known, and an unknown type is refused`() throws {
    #expect(
      try desk.text(
        """
        topics.bookmark("trinity", {title = "Trinity"})
        local t = topics.bookmark("trinity", {title = null, type = "official"})
        topics.bookmark("trinity", {type = "community"})
        local out = {t.topic, t.type, t.title, #topics.find{}, topics.unbookmark("trinity")}
        out[#out + 1] = tostring(topics.has("trinity"))
        out[#out + 1] = topics.find{deleted = true, type = "official"}[1]:restore().title
        return table.concat(out, "|")
        """) == "trinity|official|Trinity|2|2|false|Trinity")
    let failure = try desk.failure("topics.bookmark('x', {type = 'offical'})")
    #expect(failure.summary == "type cannot be 'offical'")
    #expect(failure.hint == "did you mean 'official'?")
  }
}
