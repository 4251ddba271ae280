import Cloud
import Vocabulary

/// Where a browser is sent, with what it brings along.
struct Redirection {
  private let url: String
  var status = 303

  init(_ url: String, status: Int = 303) {
    self.url = url
    self.status = status
  }

  /// A code to exchange, in the query.
  func with(code: String) -> HTTPResponse { answer(adding([("code", code)])) }

  /// Tokens, behind the number sign: no server sees them.
  func with(_ tokens: [(String, String)]) -> HTTPResponse {
    answer("\(url)#\(Self.encode(tokens))")
  }

  func with(message: String, inQuery: Bool) -> HTTPResponse {
    let words = [("message", message)]
    return answer("\(inQuery ? adding(words) : url)#\(Self.fragment(words))")
  }

  /// What is wrong: behind the number sign, and in the query too for who waits for a code there.
  func with(_ refusal: AuthRefusal, inQuery: Bool) -> HTTPResponse {
    let words = Self.words(refusal)
    return answer("\(inQuery ? adding(words) : url)#\(Self.fragment(words))")
  }

  /// The same in the query alone.
  func withQuery(_ refusal: AuthRefusal) -> HTTPResponse {
    answer(adding(Self.words(refusal)))
  }

  /// What a provider says is wrong, in both places.
  func with(error words: [(String, String)]) -> HTTPResponse {
    answer("\(adding(words))#\(Self.fragment(words))")
  }

  private static func words(_ refusal: AuthRefusal) -> [(String, String)] {
    let kind = kind(refusal.status).map { [("error", $0)] } ?? []
    return kind + [("error_code", refusal.code), ("error_description", refusal.message)]
  }

  /// OAuth's name for a status.
  static func kind(_ status: Int) -> String? {
    switch status {
    case 400: "invalid_request"
    case 401: "unauthorized_client"
    case 403: "access_denied"
    case 500: "server_error"
    case 503: "temporarily_unavailable"
    default: nil
    }
  }

  func adding(_ words: [(String, String)]) -> String {
    let mark = url.contains("?") ? "&" : "?"
    return "\(url)\(mark)\(Self.encode(words))"
  }

  func answer(_ url: String) -> HTTPResponse {
    let shown = url.replacing("&", with: "&amp;").replacing("\"", with: "&#34;")
    let page = "<a href=\"\(shown)\">\(status == 302 ? "Found" : "See Other")</a>.\n\n"
    return HTTPResponse(
      status: status,
      headers: ["Content-Type": "text/html; charset=utf-8", "Location": url, "Vary": "Origin"],
      body: Array(page.utf8))
  }

  /// Sorted, as Auth writes them.
  static func encode(_ words: [(String, String)]) -> String {
    words.sorted { $0.0 < $1.0 }.map { "\($0.0)=\(escape($0.1))" }.joined(separator: "&")
  }

  /// Auth encodes what is encoded once more there.
  private static func fragment(_ words: [(String, String)]) -> String {
    encode(words).replacing("%", with: "%25")
  }

  /// As forms have it: a space is a plus.
  static func escape(_ text: String) -> String {
    var output = ""
    for byte in text.utf8 {
      if byte.isLetterOrDigit || "-_.~".utf8.contains(byte) {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte == UInt8(ascii: " ") {
        output += "+"
      } else {
        output += byte < 16 ? "%0" : "%"
        output += String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }
}
