import Cloud
import EmbeddedCloud
import Store
import Testing
import Vocabulary

/// What plain clients write through `/rest/v1`.
@Suite struct RESTWritesTests {
  private let fixture: ProjectFixture
  private let ann: Session
  private let bob: Session

  init() throws {
    fixture = try ProjectFixture()
    ann = try fixture.signUp("ann@t.example")
    bob = try fixture.signUp("bob@t.example")
  }

  private func ask(
    _ method: String, _ path: String, _ body: String = "", prefer: String? = nil,
    as session: Session? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) -> HTTPResponse {
    var headers = headers
    if let prefer { headers.add("Prefer", prefer) }
    let token = (session ?? ann).accessToken
    return fixture.ask(method, "/rest/v1/\(path)", token: token, headers: headers, body)
  }

  private func rows(_ table: String) throws -> Int64 {
    try fixture.project.connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? -1
  }

  @Test func `a row is inserted, edited, read and deleted`() throws {
    let id = noteID(1)
    let made = ask(
      "POST", "user_notes?select=id,verse_ref,tags_json,deleted_at",
      #"{"id":"\#(id)","verse_ref":"john 3:16","note_text":"x","tags_json":["b","a","b"]}"#,
      prefer: "return=representation")
    #expect(made.status == 201, "\(made.text)")
    #expect(
      made.text
        == #"[{"id":"\#(id)","verse_ref":"john 3:16","tags_json":["a", "b"],"deleted_at":null}]"#)
    #expect(made.headers["content-range"] == "*/*")
    let edited = ask("PATCH", "user_notes?id=eq.\(id)", #"{"note_text":"y"}"#)
    #expect(edited.status == 204)
    #expect(edited.headers["content-range"] == "0-0/*")
    #expect(ask("GET", "user_notes?select=note_text").text == #"[{"note_text":"y"}]"#)
    let gone = ask("DELETE", "user_notes?id=eq.\(id)")
    #expect(gone.status == 204)
    #expect(gone.headers["content-range"] == "*/*")
    #expect(
      ask("GET", "user_notes?select=id&deleted_at=not.is.null").text == #"[{"id":"\#(id)"}]"#)
  }

  @Test func `of a request that is refused nothing stays`() throws {
    let both = ask(
      "POST", "study_collections", #"[{"name":"good"},{"name":""}]"#)
    #expect(both.status == 400)
    #expect(both.text.contains("study_collections_name_check"))
    #expect(try rows("study_collections") == 0)
    #expect(try rows("sync_heads") == 0)
    _ = ask("POST", "study_collections", #"[{"name":"one"},{"name":"two"}]"#)
    let head = try fixture.project.connection.first("SELECT head FROM sync_heads") { $0.integer(0) }
    #expect(head == 2)
    let few = ask(
      "PATCH", "study_collections?name=neq.x", #"{"color":"red"}"#,
      prefer: "handling=strict,max-affected=1")
    #expect(few.status == 400)
    #expect(few.text.contains("The query affects 2 rows"))
    let single = ask(
      "DELETE", "study_collections?name=neq.x", prefer: "return=representation",
      headers: ["Accept": "application/vnd.pgrst.object+json"])
    #expect(single.status == 406)
    #expect(
      try fixture.project.connection.first("SELECT head FROM sync_heads") { $0.integer(0) } == head)
  }

  @Test func `nobody writes rows of another`() throws {
    _ = ask("POST", "study_collections", #"{"id":"\#(noteID(1))","name":"Ann's"}"#)
    for method in ["PATCH", "DELETE"] {
      let answer = ask(
        method, "study_collections?id=eq.\(noteID(1))", #"{"name":"Bob's"}"#,
        prefer: "return=representation", as: bob)
      #expect(answer.status == 200)
      #expect(answer.text == "[]")
    }
    let forged = ask(
      "POST", "study_collections", #"{"user_id":"\#(ann.userID.text)","name":"x"}"#, as: bob)
    #expect(forged.status == 403)
    let linked = ask(
      "POST", "user_notes",
      #"{"verse_ref":"x","note_text":"x","collection_id":"\#(noteID(1))"}"#, as: bob)
    #expect(linked.status == 409)
    #expect(!linked.text.contains(noteID(1)))
    // An id is a person's own: the same one again is another row.
    #expect(
      ask("POST", "study_collections", #"{"id":"\#(noteID(1))","name":"Bob's"}"#, as: bob).status
        == 201)
    #expect(
      ask("GET", "study_collections?select=name").text == #"[{"name":"Ann's"}]"#)
  }

  @Test func `every row is not written by forgetting the filter`() throws {
    _ = ask("POST", "bookmarks", #"{"verse_ref":"john 3:16"}"#)
    let edit = ask("PATCH", "bookmarks", #"{"label":"x"}"#)
    #expect(edit.status == 400)
    #expect(edit.text.contains("UPDATE requires a WHERE clause"))
    #expect(ask("DELETE", "bookmarks").status == 400)
    #expect(ask("PATCH", "bookmarks", "{}").status == 204)
  }

  @Test func `what is there is edited, or left, where that is wanted`() throws {
    let first = ask(
      "POST", "verse_highlights", #"{"verse_ref":"john 3:16","color":"gold"}"#)
    #expect(first.status == 201)
    let again = #"{"verse_ref":"john 3:16","color":"blue"}"#
    #expect(ask("POST", "verse_highlights", again).status == 409)
    let ignored = ask(
      "POST", "verse_highlights?on_conflict=user_id,verse_ref", again,
      prefer: "resolution=ignore-duplicates,return=representation")
    #expect(ignored.status == 201)
    #expect(ignored.text == "[]")
    let merged = ask(
      "POST", "verse_highlights?on_conflict=user_id,verse_ref&select=color", again,
      prefer: "resolution=merge-duplicates,return=representation")
    #expect(merged.status == 200)
    #expect(merged.text == #"[{"color":"blue"}]"#)
    #expect(
      merged.headers["preference-applied"]
        == "resolution=merge-duplicates, return=representation")
    let two = "[\(again),\(again)]"
    let twice = ask("POST", "verse_highlights", two, prefer: "resolution=merge-duplicates")
    #expect(twice.status == 500)
    #expect(twice.text.contains("cannot affect row a second time"))
    let nowhere = ask(
      "POST", "verse_highlights?on_conflict=color", again, prefer: "resolution=merge-duplicates")
    #expect(nowhere.text.contains("42P10"))
  }

  @Test func `rows of related tables stand inside a row`() throws {
    let (one, other) = (noteID(1), noteID(2))
    _ = ask("POST", "study_collections", #"{"id":"\#(one)","name":"Lent"}"#)
    for id in [one, other] {
      _ = ask(
        "POST", "user_notes",
        #"{"id":"\#(id)","verse_ref":"x","note_text":"x","tags_json":["b","a"],"#
          + #""collection_id":"\#(one)"}"#)
    }
    _ = ask("POST", "note_links", #"{"from_note_id":"\#(one)","to_note_id":"\#(other)"}"#)
    let up = ask("GET", "user_notes?select=in:study_collections(name,created_at)&id=eq.\(one)")
    #expect(
      up.text == #"[{"in":{"name":"Lent","created_at":"2026-01-01T00:00:00+00:00"}}]"#)
    let down = ask(
      "GET", "study_collections?select=name,user_notes(seq,tags_json,study_collections(name))")
    let note = #""tags_json":["a", "b"],"study_collections":{"name":"Lent"}}"#
    #expect(
      down.text
        == "[{\"name\":\"Lent\",\"user_notes\":[{\"seq\":2,\(note), \n {\"seq\":3,\(note)]}]")
    let links = ask(
      "GET", "user_notes?select=note_links!to_note_id(from_note_id)&order=id")
    #expect(
      links.text
        == "[{\"note_links\":[]}, \n {\"note_links\":[{\"from_note_id\":\"\(one)\"}]}]")
    #expect(ask("GET", "user_notes?select=note_links(id)").status == 300)
    #expect(ask("GET", "user_notes?select=bookmarks(id)").text.contains("PGRST200"))
    #expect(ask("GET", "user_notes?select=study_collections(nope)").text.contains("42703"))
    let made = ask(
      "POST", "user_notes?select=study_collections(name)",
      #"{"verse_ref":"y","note_text":"y","collection_id":"\#(one)"}"#,
      prefer: "return=representation")
    #expect(made.text == #"[{"study_collections":{"name":"Lent"}}]"#)
  }

  @Test func `the service role writes rows of whom it names`() throws {
    func write(_ body: String) -> HTTPResponse {
      fixture.ask(
        "POST", "/rest/v1/bookmarks?select=user_id", token: fixture.project.keys.service,
        headers: ["Prefer": "return=representation"], body)
    }
    #expect(
      write(#"{"user_id":"\#(bob.userID.text)","verse_ref":"x"}"#).text
        == #"[{"user_id":"\#(bob.userID.text)"}]"#)
    #expect(write(#"{"verse_ref":"x"}"#).text.contains("null value in column"))
    #expect(write(#"{"user_id":"\#(noteID(9))","verse_ref":"x"}"#).status == 409)
  }
}
