import Cloud
import Vocabulary

/// `/mailbox/v1`: what only the embedded cloud has. Whoever plays a person reads the mails there,
/// and whoever plays a provider publishes its key.
struct MailboxEndpoints {
  let project: EmbeddedProject

  func answer(_ request: HTTPRequest, _ path: String, _ query: QueryString) -> HTTPResponse {
    guard isTrusted(request) else {
      return Self.say(401, ["code": "no_api_key", "message": "the mailbox opens to --key alone"])
    }
    do {
      switch (request.method, path) {
      case ("GET", ""):
        let mails = try project.inbox(query["email"])
        return Self.say(200, ["mails": .array(mails.map(\.json))])
      case ("POST", "/providers"):
        guard let published = PublishedKey(try JSONValue(parsing: request.body)) else {
          return Self.say(400, ["code": "bad_json", "message": "That is no key"])
        }
        try project.publish(published)
        return Self.say(200, [:])
      default: return Self.say(404, ["code": "not_found", "message": "There is no such path"])
      }
    } catch let error as JSONError {
      return Self.say(400, ["code": "bad_json", "message": .string(error.reason)])
    } catch {
      return Self.say(500, ["code": "unexpected_failure", "message": "The mailbox failed"])
    }
  }

  /// The project's key, or none from a program on this computer. A page in a browser names its
  /// origin, or calls this computer by a name of its own.
  /// Source: https://fetch.spec.whatwg.org/#origin-header
  private func isTrusted(_ request: HTTPRequest) -> Bool {
    if let key = request.headers["apikey"], !key.isEmpty {
      return key == project.keys.anon || key == project.keys.service
    }
    guard request.headers["Origin"] == nil else { return false }
    guard let host = request.headers["Host"] else { return true }
    return ["127.0.0.1", "localhost", "[::1]"].contains {
      host == $0 || host.hasPrefix("\($0):") && host.dropFirst($0.count + 1).allSatisfy(\.isNumber)
    }
  }

  private static func say(_ status: Int, _ body: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json", "Vary": "Origin"],
      body: body.bytes)
  }
}
