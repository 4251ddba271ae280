import Cloud
import EmbeddedCloud
import Store
import Testing
import Vocabulary

@Suite struct RESTEndpointsTests {
  private let fixture: ProjectFixture
  private let ann: Session
  private let bob: Session

  init() throws {
    fixture = try ProjectFixture()
    ann = try fixture.signUp("ann@t.example")
    bob = try fixture.signUp("bob@t.example")
    for number in 1...6 {
      try fixture.addNote(
        ann.userID, number, "gen.\(number).1", number == 3 ? "a,(b)\"c" : "t\(number)")
    }
    try fixture.addNote(bob.userID, 7, "exo.1.1", "Bob's")
  }

  private func read(_ query: String, headers: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    fixture.get("/rest/v1/user_notes?\(query)", token: ann.accessToken, headers: headers)
  }

  /// The sequence numbers of the rows that a query finds.
  private func numbers(_ query: String) throws -> [Int64] {
    let answer = read("select=seq&order=seq&\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONValue(parsing: answer.body).array?.compactMap { $0["seq"]?.integer } ?? []
  }

  private func refusal(_ query: String) throws -> (status: Int, code: String, message: String) {
    let answer = read(query)
    let body = try JSONValue(parsing: answer.body)
    #expect(body.object?.members.map(\.key) == ["code", "details", "hint", "message"])
    return (answer.status, body["code"]?.string ?? "", body["message"]?.string ?? "")
  }

  @Test func `rows are written as PostgreSQL writes them`() {
    let answer = read("select=id,note_text,tags_json,created_at,collection_id&seq=lte.2&order=seq")
    #expect(
      answer.text == """
        [{"id":"\(noteID(1))","note_text":"t1","tags_json":["a"],\
        "created_at":"2026-01-01T00:00:01.1+00:00","collection_id":null}, \n \
        {"id":"\(noteID(2))","note_text":"t2","tags_json":["a"],\
        "created_at":"2026-01-01T00:00:02.2+00:00","collection_id":null}]
        """)
    #expect(answer.headers["content-range"] == "0-1/*")
    #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
  }

  @Test func `a user sees the own rows, the service role all, others are told to sign in`() {
    func range(_ token: String?) -> String? {
      fixture.get("/rest/v1/user_notes?select=seq", token: token).headers["content-range"]
    }
    #expect(range(ann.accessToken) == "0-5/*")
    #expect(range(bob.accessToken) == "0-0/*")
    #expect(range(fixture.project.keys.service) == "0-6/*")
    for token in [nil, fixture.project.keys.anon] {
      let answer = fixture.get("/rest/v1/user_notes?select=seq", token: token)
      #expect(answer.status == 401)
      #expect(answer.text.contains("permission denied for table user_notes"))
    }
    #expect(read("select=seq&user_id=eq.\(bob.userID.text)").text == "[]")
    #expect(read("select=seq&or=(seq.eq.7,seq.eq.1)").text == #"[{"seq":1}]"#)
  }

  @Test func `filters compare`() throws {
    #expect(try numbers("seq=eq.2") == [2])
    #expect(try numbers("seq=neq.2") == [1, 3, 4, 5, 6])
    #expect(try numbers("seq=gt.4") == [5, 6])
    #expect(try numbers("seq=gte.2&seq=lt.4") == [2, 3])
    #expect(try numbers("seq=lte.1") == [1])
    #expect(try numbers("deleted_at=is.null") == [2, 4, 6])
    #expect(try numbers("deleted_at=not.is.null") == [1, 3, 5])
    #expect(try numbers("seq=in.(1,6,9)") == [1, 6])
    #expect(try numbers("seq=in.()") == [])
    #expect(try numbers("seq=not.in.(1,2)") == [3, 4, 5, 6])
    #expect(try numbers("verse_ref=like.gen.2*") == [2])
    #expect(try numbers("note_text=like.T*") == [])
    #expect(try numbers("note_text=ilike.T1") == [1])
    #expect(try numbers("note_text=eq.a,(b)%22c") == [3])
    #expect(try numbers("note_text=in.(%22t1%22,%22a,(b)%5C%22c%22)") == [1, 3])
    #expect(try numbers("id=eq.\(noteID(4).uppercased())") == [4])
    #expect(try numbers("created_at=gte.2026-01-01T00:00:05.5%2B00:00") == [5, 6])
    #expect(try numbers("or=(seq.eq.1,not.and(seq.gt.1,seq.lt.6))") == [1, 6])
    #expect(try numbers("and=(seq.gt.1,or(seq.lt.3,note_text.eq.%22t6%22))") == [2, 6])
    #expect(
      try numbers(
        "or=(created_at.gt.2026-01-01T00:00:04.400Z,"
          + "and(created_at.eq.2026-01-01T00:00:04.400Z,seq.gt.3))") == [4, 5, 6])
  }

  @Test func `sets are asked for what they hold`() throws {
    #expect(try numbers(#"tags_json=cs.["a"]&seq=lt.3"#) == [1, 2])
    #expect(try numbers(#"tags_json=cs.["a","b"]"#) == [])
    #expect(try numbers(#"tags_json=cs.[]&seq=eq.1"#) == [1])
    #expect(try numbers(#"tags_json=cd.["a","b"]&seq=eq.1"#) == [1])
    #expect(try numbers(#"tags_json=not.cd.["b"]&seq=eq.1"#) == [1])
    #expect(try numbers("deleted_at=isdistinct.2026-01-02&seq=lt.3") == [2])
    #expect(try refusal("tags_json=cs.a").message == "invalid input syntax for type json")
  }

  @Test func `paths lead into JSON`() throws {
    #expect(
      read("select=tags_json->0,n:stamps->>note_text,stamps->nothing&seq=eq.1").text
        == #"[{"tags_json":"a","n":"x","nothing":null}]"#)
    #expect(try numbers("stamps->>note_text=eq.x&seq=lt.3") == [1, 2])
    #expect(
      try numbers("and=(tags_json->>0.in.(a,b),stamps->>note_text.not.is.null,seq.eq.2)") == [2])
    #expect(read("select=seq&order=tags_json->>0.desc,seq.desc&limit=1").text == #"[{"seq":6}]"#)
    #expect(
      try refusal("select=note_text->x").message.hasPrefix("operator does not exist: text ->"))
    #expect(try refusal("select=stamps->").code == "PGRST100")
    #expect(try refusal("nope->x=eq.1").code == "42703")
  }

  @Test func `an operator is of its kind of column`() throws {
    #expect(
      try refusal("id=like.x*") == (404, "42883", "operator does not exist: uuid ~~ unknown"))
    #expect(try refusal("seq=ilike.x").message == "operator does not exist: bigint ~~* unknown")
    #expect(try refusal("note_text=cs.x").message == "operator does not exist: text @> unknown")
    #expect(try refusal("seq=is.true").message.hasSuffix("must be type boolean, not type bigint"))
  }

  @Test func `order, limit, offset and ranges`() throws {
    #expect(read("select=seq&order=seq.desc&limit=2").text == "[{\"seq\":6}, \n {\"seq\":5}]")
    #expect(
      read("select=seq&order=deleted_at.desc,seq&limit=1").text == #"[{"seq":2}]"#)
    #expect(
      read("select=seq&order=deleted_at.desc.nullslast,seq&limit=1").text == #"[{"seq":1}]"#)
    let page = read("select=seq&order=seq&offset=2&limit=2")
    #expect(page.headers["content-range"] == "2-3/*")
    #expect(read("select=seq&limit=0").headers["content-range"] == "*/*")
    #expect(read("select=seq&limit=abc").headers["content-range"] == "0-5/*")
    #expect(
      read("select=seq&order=seq&limit=3", headers: ["Range": "0-1"]).headers["content-range"]
        == "0-1/*")
    #expect(
      read("select=seq", headers: ["Range": "4-"]).headers["content-range"] == "4-5/*")
    #expect(read("select=seq", headers: ["Range": "5-2"]).status == 416)
  }

  @Test func `an exact count is told, and a part of it is 206`() {
    let counted: HTTPHeaders = ["Prefer": "count=exact"]
    let part = read("select=seq&limit=2", headers: counted)
    #expect(part.status == 206)
    #expect(part.headers["content-range"] == "0-1/6")
    #expect(part.headers["preference-applied"] == "count=exact")
    #expect(read("select=seq", headers: counted).status == 200)
    #expect(read("seq=eq.0", headers: counted).headers["content-range"] == "*/0")
    let past = read("select=seq&offset=9000", headers: counted)
    #expect(past.status == 416)
    #expect(past.headers["content-range"] == "*/6")
    #expect(past.text.contains("An offset of 9000 was requested, but there are only 6 rows."))
  }

  @Test func `one object is asked for by its media type`() {
    let single: HTTPHeaders = ["Accept": "application/vnd.pgrst.object+json"]
    #expect(read("select=seq&seq=eq.1", headers: single).text == #"{"seq":1}"#)
    #expect(read("select=seq&seq=eq.0", headers: single).status == 406)
    #expect(read("select=seq", headers: ["Accept": "application/xml"]).status == 406)
  }

  @Test func `columns may be renamed and cast to text`() {
    #expect(read("select=k:seq::text&seq=eq.1").text == #"[{"k":"1"}]"#)
  }

  @Test func `what cannot be read is refused in PostgREST's words`() throws {
    #expect(
      try refusal("select=id,nope") == (400, "42703", "column user_notes.nope does not exist"))
    #expect(try refusal("order=nope").code == "42703")
    #expect(
      try refusal("id=equals.1") == (
        400, "PGRST100", "\"failed to parse filter (equals.1)\" (line 1, column 3)"
      ))
    #expect(
      try refusal("id=1") == (
        400, "PGRST100", "\"failed to parse filter (1)\" (line 1, column 1)"
      ))
    #expect(
      try refusal("id=eq.nope") == (400, "22P02", "invalid input syntax for type uuid: \"nope\""))
    #expect(
      try refusal("updated_at=gte.garbage") == (
        400, "22007", "invalid input syntax for type timestamp with time zone: \"garbage\""
      ))
    #expect(try refusal("seq=eq.abc").code == "22P02")
    #expect(
      try refusal("order=id.up") == (
        400, "PGRST100", "\"failed to parse order (id.up)\" (line 1, column 4)"
      ))
    #expect(try refusal("select=id,big(id)").code == "PGRST200")
    #expect(try refusal("or=(seq.eq.1").code == "PGRST100")
    #expect(try refusal("or=\(String(repeating: "(or", count: 40))").code == "PGRST100")
  }

  @Test(arguments: [
    "nope", "auth_users", "project_keys", "sync_heads", "sqlite_master", "user_notes%22",
  ])
  func `no other table is there`(name: String) throws {
    let answer = fixture.get("/rest/v1/\(name)", token: ann.accessToken)
    #expect(answer.status == 404)
    #expect(try JSONValue(parsing: answer.body)["code"] == "PGRST205")
  }

  @Test func `paths, methods and roles`() {
    #expect(fixture.get("/rest/v1/user_notes/1", token: ann.accessToken).status == 404)
    #expect(fixture.get("/rest/v1/user_notes/", token: ann.accessToken).status == 404)
    #expect(fixture.ask("TRACE", "/rest/v1/user_notes").status == 405)
    #expect(fixture.ask("POST", "/rest/v1/user_notes", "{}").status == 401)
  }

  @Test func `a function gets the user of the token and answers one value`() throws {
    let answer = fixture.ask(
      "POST", "/rest/v1/rpc/echo", token: ann.accessToken, #"{"user":"x"}"#)
    let body = try JSONValue(parsing: answer.body)
    #expect(body["user"]?.string == ann.userID.text)
    #expect(body["role"] == "authenticated")
    #expect(body["body"] == ["user": "x"])
    #expect(try fixture.remote.rpc("echo", body: Array("{}".utf8), token: ann.accessToken) != [])
  }

  @Test func `a function that refuses leaves nothing behind`() throws {
    let answer = fixture.ask("POST", "/rest/v1/rpc/refuse", token: ann.accessToken, "{}")
    #expect(answer.status == 400)
    #expect(
      answer.text
        == #"{"code":"P0001","details":"because","hint":"tomorrow","message":"not today"}"#)
    let rows = try fixture.project.connection.all("SELECT head FROM sync_heads") { $0.integer(0) }
    #expect(rows.isEmpty)
  }

  @Test func `functions are for signed-in users, and only those that exist`() {
    #expect(fixture.ask("POST", "/rest/v1/rpc/echo", "{}").status == 401)
    #expect(
      fixture.ask("POST", "/rest/v1/rpc/echo", token: fixture.project.keys.anon, "{}").status == 401
    )
    #expect(
      fixture.ask("POST", "/rest/v1/rpc/echo", token: fixture.project.keys.service, "{}").status
        == 403)
    #expect(fixture.ask("POST", "/rest/v1/rpc/nope", token: ann.accessToken, "{}").status == 404)
    #expect(fixture.ask("POST", "/rest/v1/rpc/echo", token: ann.accessToken, "{").status == 400)
    let broken = fixture.ask("POST", "/rest/v1/rpc/break", token: ann.accessToken, "{}")
    #expect(broken.status == 500)
    #expect(!broken.text.contains("nowhere"))
  }
}
