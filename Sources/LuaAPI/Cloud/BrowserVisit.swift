import Cloud
import EmbeddedCloud
import LuaRuntime
import Vocabulary
import World

/// A browser as a script has it: it follows redirects within the cloud, and stops where the cloud
/// sends it elsewhere.
struct BrowserVisit {
  /// What the person types into the provider's page.
  let choice: String
  let open: (_ path: String) throws -> HTTPResponse

  /// Redirects in a row. Unit: requests.
  private static let steps = 10
  private static let ownPaths = ["/auth/v1/", "/provider/v1/"]

  /// Where it ends; the words behind the question mark and the number sign tell how.
  func end(from url: String) throws -> String {
    var url = url
    var hasChosen = false
    for _ in 0..<Self.steps {
      guard let path = Self.path(of: url) else { return url }
      let answer = try open(path)
      if (300..<400).contains(answer.status), let next = answer.headers["Location"] {
        url = next
      } else if answer.status == 200, path.hasPrefix("/provider/v1/"), !hasChosen {
        hasChosen = true
        url += "&\(choice)"
      } else {
        throw CloudError(answer)
          ?? CloudError.unreadable(status: answer.status, reason: "the browser ends on a page")
      }
    }
    throw CloudError.unreadable(status: 302, reason: "the browser is sent on and on")
  }

  /// The path of an address of the cloud; nil for one of elsewhere.
  private static func path(of url: String) -> String? {
    guard let start = url.firstRange(of: "://")?.upperBound,
      let slash = url[start...].firstIndex(of: "/")
    else { return nil }
    let path = String(url[slash...])
    return ownPaths.contains { path.hasPrefix($0) } ? path : nil
  }
}

extension ScriptAPI {
  static func visit(through link: CloudLink, _ call: APICall) throws -> LuaResults {
    let email = try call.textOption("email") ?? ""
    let isRefused = call.booleanOption("refuse") ?? false
    guard isRefused || Credentials.problem(inEmail: email) == nil else {
      throw APIError.badValue(
        argument: "email", problem: "is no address", hint: "give email=, or refuse=true")
    }
    let name = try call.textOption("name") ?? ""
    let choice =
      isRefused
      ? "refuse=1" : "email=\(RemoteProject.encode(email))&name=\(RemoteProject.encode(name))"
    let url = try call.text(1)
    guard let post = link.post else { throw APIError.notEmbedded(function: call.entry.name) }
    let end = try BrowserVisit(choice: choice, open: post.browse).end(from: url)
    return call.lua.table(fields: 4) { table in
      table.set("url", end)
      for part in end.split(separator: "#", maxSplits: 1) {
        let words = part.firstIndex(of: "?").map { part[$0...].dropFirst() } ?? part
        for pair in QueryString(words).pairs {
          table.set(key: pair.name, LuaValue.string(pair.value))
        }
      }
    }
  }
}
