import Vocabulary

extension CloudError {
  /// Longest message of the cloud that is shown. Unit: characters.
  private static let messageCharacters = 500

  /// What is wrong with an answer; nil for 2xx with JSON, or with nothing.
  ///
  /// | answer | becomes |
  /// |---|---|
  /// | 2xx with JSON, 204, 2xx with nothing | nil |
  /// | 2xx with anything else, 1xx, 3xx | `unreadable` |
  /// | 408, 429, 5xx | `notReady` |
  /// | 400 with JSON and an empty code (a database that was just killed) | `notReady` |
  /// | other 4xx with JSON | `refused` |
  /// | other 4xx without JSON | `unreadable` |
  ///
  /// - Parameter secrets: what was sent and is not shown, should the answer say it back.
  package init?(_ answer: HTTPResponse, hiding secrets: [String] = []) {
    let isJSON = Self.isJSON(answer)
    switch answer.status {
    case 200...299 where isJSON || answer.body.isEmpty: return nil
    case 200...299:
      self = .unreadable(status: answer.status, reason: Self.whatElse(answer))
    case 408, 429, 500...:
      let (code, message) = isJSON ? Self.words(answer, secrets) : ("", "")
      self = .notReady(
        status: answer.status, code: message.hasPrefix("captcha") ? "captcha_failed" : code,
        retryAfter: Self.retryAfter(answer) ?? Self.secondsNamed(in: message))
    case 400...499 where isJSON:
      let (code, message) = Self.words(answer, secrets)
      if answer.status == 400, code.isEmpty, message.isEmpty {
        self = .notReady(status: 400, code: "", retryAfter: nil)
      } else {
        self = .refused(status: answer.status, code: code, message: message)
      }
    case 300...399: self = .unreadable(status: answer.status, reason: "a redirect elsewhere")
    default: self = .unreadable(status: answer.status, reason: Self.whatElse(answer))
    }
  }

  private static func isJSON(_ answer: HTTPResponse) -> Bool {
    guard let type = answer.headers["Content-Type"]?.lowercased() else { return false }
    let name = type.prefix { $0 != ";" && $0 != " " }
    return name == "application/json" || name.hasSuffix("+json")
  }

  private static func whatElse(_ answer: HTTPResponse) -> String {
    let start = answer.body.first { $0 > 0x20 }
    if start == UInt8(ascii: "<") { return "a page instead of JSON" }
    return answer.body.isEmpty ? nothing : "something else than JSON"
  }

  /// Why an answer without a body cannot be read.
  static let nothing = "nothing instead of JSON"

  /// Seconds, or a date: taken as the time from the answer's own `Date`, so that no clock of ours
  /// counts.
  private static func retryAfter(_ answer: HTTPResponse) -> Duration? {
    guard let text = answer.headers["Retry-After"] else { return nil }
    if let seconds = Int64(text), seconds >= 0 {
      return min(.seconds(seconds), Limits.longestPause)
    }
    guard let date = Instant(httpDate: text),
      let now = answer.headers["Date"].flatMap({ Instant(httpDate: $0) })
    else { return nil }
    return min(max(date - now, .zero), Limits.longestPause)
  }

  /// "For security purposes, you can only request this after 58 seconds.": Auth says it in words
  /// only, rounded down.
  private static func secondsNamed(in message: String) -> Duration? {
    let words = message.split(separator: " ")
    guard let unit = words.lastIndex(where: { $0.hasPrefix("second") }), unit > 0,
      words[..<unit].dropLast().last == "after", let seconds = Int64(words[unit - 1])
    else { return nil }
    return min(.seconds(seconds + 1), Limits.longestPause)
  }

  /// The code and message in the forms of PostgREST, of both versions of Auth, and of OAuth.
  private static func words(
    _ answer: HTTPResponse, _ secrets: [String]
  ) -> (code: String, message: String) {
    let body: JSONValue
    do throws(JSONError) { body = try JSONValue(parsing: answer.body) } catch { return ("", "") }
    let code = body["error_code"]?.string ?? body["code"]?.string ?? body["error"]?.string ?? ""
    let message =
      body["message"]?.string ?? body["msg"]?.string ?? body["error_description"]?.string ?? ""
    return (
      code.hiding(secrets).shownSafely(40), message.hiding(secrets).shownSafely(messageCharacters)
    )
  }
}

extension String {
  /// The same without the secrets. A word without a digit may be the message's own: it stays.
  fileprivate func hiding(_ secrets: [String]) -> String {
    secrets.filter { $0.contains(where: \.isNumber) }.sorted { $0.count > $1.count }
      .reduce(self) {
        $0.split(separator: $1, omittingEmptySubsequences: false).joined(separator: "…")
      }
  }

  /// Text of others, fit for one line of a terminal: no control characters, cut, no final stop.
  fileprivate func shownSafely(_ limit: Int) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(limit) {
      text.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    while text.last == "." || text.last == " " { text.removeLast() }
    return text
  }
}
