import Cloud
import Store
import Vocabulary

/// `/functions/v1`: what runs beside the database. There is one, `delete-user-data`, and it answers
/// as the deployed one does.
///
/// | asked | answered |
/// |---|---|
/// | POST with the token of a person | 200 `{"deleted":"ID"}`: account and rows are gone |
/// | POST without one, or with one that Auth refuses | what Auth says of it |
/// | another method | 405 `method_not_allowed` |
/// | another name | 404 `NOT_FOUND`, as the gateway says |
struct FunctionEndpoints {
  let project: EmbeddedProject
  let now: Instant

  private static let deletion = "delete-user-data"

  /// Answers a request for `path`, which stands behind `/functions/v1/`.
  func answer(_ request: HTTPRequest, _ path: String, _ query: QueryString) -> HTTPResponse {
    guard path == Self.deletion else {
      return Self.refusal(404, "NOT_FOUND", "Requested function was not found")
    }
    guard request.method == "POST" else {
      var answer = Self.refusal(405, "method_not_allowed", "Only POST is taken")
      answer.headers.add("Allow", "POST, OPTIONS")
      return answer
    }
    do {
      return try project.connection.transaction {
        let auth = AuthEndpoints(project: project, now: now, request, path, query)
        let user = try auth.signedIn().user.id.text
        try auth.accounts.delete(user: user)
        return Self.json(200, ["deleted": .string(user)])
      }
    } catch let refusal as AuthRefusal {
      return Self.refusal(refusal.status, refusal.code, refusal.message)
    } catch {
      let code = (error as? any Explained)?.code ?? "unknown"
      return Self.refusal(500, "unexpected_failure", "Internal error (\(code))")
    }
  }

  private static func refusal(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    json(status, ["code": .string(code), "message": .string(message)])
  }

  private static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: value.bytes)
  }
}
