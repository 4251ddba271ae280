import Cloud
import Testing
import Vocabulary

/// Gives every request the same answer, and keeps the last request.
private final class FixedPort: CloudPort {
  let answer: HTTPResponse
  var request: HTTPRequest?

  init(_ answer: HTTPResponse) { self.answer = answer }

  func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    self.request = request
    return answer
  }
}

@Suite struct RemoteProjectTests {
  private func outcome(
    _ status: Int, _ body: String, type: String? = "application/json; charset=utf-8",
    retryAfter: String? = nil
  ) -> CloudError? {
    var headers = HTTPHeaders()
    if let type { headers.add("Content-Type", type) }
    if let retryAfter { headers.add("Retry-After", retryAfter) }
    return CloudError(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  @Test func `a call carries the key, the token and its arguments`() throws {
    let port = FixedPort(
      HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: [0x31]))
    let project = RemoteProject(name: "x", port: port, key: "anon")
    #expect(try project.rpc("sync_pull", body: Array("{}".utf8), token: "t") == [0x31])
    #expect(
      port.request
        == HTTPRequest(
          method: "POST", path: "/rest/v1/rpc/sync_pull",
          headers: [
            "apikey": "anon", "Authorization": "Bearer t", "Content-Type": "application/json",
          ], body: Array("{}".utf8)))
    _ = try project.rows(of: "user notes", [("a", "eq.b c&d"), ("limit", "1")], token: "t")
    #expect(port.request?.path == "/rest/v1/user%20notes?a=eq.b%20c%26d&limit=1")
    #expect(port.request?.headers["Content-Type"] == nil)
  }

  @Test func `a page or nothing where JSON belongs is not our cloud`() {
    #expect(
      outcome(200, "<html>", type: "text/html")
        == .unreadable(status: 200, reason: "a page instead of JSON"))
    #expect(
      outcome(404, "<html>", type: "text/html")
        == .unreadable(status: 404, reason: "a page instead of JSON"))
    #expect(
      outcome(302, "", type: nil) == .unreadable(status: 302, reason: "a redirect elsewhere"))
    #expect(
      outcome(404, "", type: nil) == .unreadable(status: 404, reason: "nothing instead of JSON"))
    #expect(outcome(200, "hi", type: "text/plain") != nil)
    #expect(outcome(204, "", type: nil) == nil)
    #expect(outcome(200, "[]") == nil)
    #expect(outcome(200, "{}", type: "application/vnd.pgrst.object+json; charset=utf-8") == nil)
  }

  @Test func `errors are read in every form that the services use`() {
    #expect(
      outcome(403, #"{"code":"42501","details":null,"hint":null,"message":"denied"}"#)
        == .refused(status: 403, code: "42501", message: "denied"))
    #expect(
      outcome(422, #"{"code":"same_password","message":"New password."}"#)
        == .refused(status: 422, code: "same_password", message: "New password"))
    #expect(
      outcome(400, #"{"code":400,"error_code":"invalid_credentials","msg":"Invalid"}"#)
        == .refused(status: 400, code: "invalid_credentials", message: "Invalid"))
    #expect(
      outcome(400, #"{"error":"invalid_request","error_description":"required"}"#)
        == .refused(status: 400, code: "invalid_request", message: "required"))
    #expect(
      outcome(401, #"{"message":"No API key found in request"}"#)
        == .refused(status: 401, code: "", message: "No API key found in request"))
    #expect(
      outcome(400, "{", type: "application/json")
        == .notReady(status: 400, code: "", retryAfter: nil))
  }

  @Test func `a cloud that cannot work says when to come back`() {
    let body = #"{"code":"PGRST002","details":null,"hint":null,"message":"Retrying."}"#
    #expect(
      outcome(503, body, retryAfter: "7")
        == .notReady(status: 503, code: "PGRST002", retryAfter: .seconds(7)))
    #expect(
      outcome(503, "<html>", type: "text/html", retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT")
        == .notReady(status: 503, code: "", retryAfter: nil))
    #expect(
      outcome(429, "{}", retryAfter: "99999999")
        == .notReady(status: 429, code: "", retryAfter: .seconds(3600)))
    #expect(
      outcome(400, #"{"code":"","details":null,"hint":null,"message":""}"#)
        == .notReady(status: 400, code: "", retryAfter: nil))
  }

  @Test func `a refused token is told apart from a refused request`() {
    #expect(outcome(401, #"{"code":"PGRST303","message":"JWT expired"}"#)?.isTokenRefused == true)
    #expect(outcome(403, #"{"code":"bad_jwt","message":"x"}"#)?.isTokenRefused == true)
    #expect(outcome(401, #"{"code":"42501","message":"x"}"#)?.isTokenRefused == false)
    #expect(outcome(401, #"{"code":"PGRST303","message":"x"}"#)?.kind == .notSignedIn)
  }

  @Test func `what the cloud says cannot steer a terminal`() {
    let evil = outcome(400, #"{"code":"x","message":"a\u001b[2Jb\u0007\n"}"#)
    #expect(evil == .refused(status: 400, code: "x", message: "a [2Jb"))
    let long = outcome(400, #"{"code":"x","message":"\#(String(repeating: "y", count: 9000))"}"#)
    #expect((long?.summary.count ?? 0) < 600)
  }

  @Test(arguments: [
    "https://abc.supabase.co", "http://127.0.0.1:54321", "http://localhost/", "https://[::1]:8000",
    "https://host.example/base/path",
  ])
  func `addresses are read`(text: String) throws {
    let address = try CloudAddress(text)
    #expect("\(address)" == (text.hasSuffix("/") ? String(text.dropLast()) : text))
    #expect(address.isLoopback == !text.contains("e"))
  }

  @Test(arguments: [
    "", "abc.supabase.co", "ftp://x", "https://", "https://user:secret@host", "https://h:0",
    "https://h:99999", "https://h:", "https://h/?x=1", "https://[::1", "https://a b", "https:///x",
  ])
  func `what is no address is refused, without saying it back`(text: String) {
    let error = #expect(throws: CloudError.self) { try CloudAddress(text) }
    #expect(error?.kind == .notConfigured)
    #expect(error?.summary.contains("secret") == false)
  }
}
