import Cloud
import Store
import Vocabulary

/// What PostgREST answers instead of rows: an SQLSTATE or PGRST code, with a message.
///
/// Functions of the project throw it; so does the reader of tables.
package struct RESTRefusal: Error, Sendable, Equatable {
  /// The SQLSTATE or PGRST code.
  package let code: String
  /// What went wrong, in PostgreSQL's words.
  package let message: String
  /// What it went wrong with.
  package let details: String?
  /// The same where it is a list.
  let list: JSONValue?
  /// The cure.
  package let hint: String?

  package init(_ code: String, _ message: String, details: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.details = details
    self.hint = hint
    list = nil
  }

  init(_ code: String, _ message: String, list: JSONValue, hint: String) {
    self.code = code
    self.message = message
    self.list = list
    self.hint = hint
    details = nil
  }

  /// Of the values in a query PostgreSQL knows no type.
  static func noOperator(_ type: String, _ sign: String) -> RESTRefusal {
    RESTRefusal(
      "42883", "operator does not exist: \(type) \(sign) unknown",
      hint: "No operator matches the given name and argument types. You might need to add explicit "
        + "type casts.")
  }

  static let invalidJSON = RESTRefusal("PGRST102", "Empty or invalid json")

  /// What a thrown error is to a client: never a path, and never a crash.
  init(thrown error: any Error) {
    switch error {
    case let refusal as RESTRefusal: self = refusal
    case is JSONError: self = .invalidJSON
    case StoreError.busy:
      self.init("PGRST003", "Timed out acquiring connection from connection pool.")
    case StoreError.full: self.init("53100", "could not extend file: No space left on device")
    case StoreError.readOnly: self.init("25006", "cannot execute INSERT in a read-only transaction")
    case let error as StoreError: self.init("XX000", "internal error (\(error.code))")
    case let error as any Explained: self.init("XX000", "internal error (\(error.code))")
    default: self.init("XX000", "internal error")
    }
  }

  /// The status that goes with the code; the anonymous role is told to sign in instead of no.
  func status(isAnonymous: Bool) -> Int {
    switch code {
    case "42501": isAnonymous ? 401 : 403
    case "PGRST301", "PGRST302", "PGRST303": 401
    case "22023" where message.hasPrefix("role ") && message.hasSuffix("does not exist"): 401
    case "21000" where message.hasSuffix("requires a WHERE clause"): 400
    case "PGRST201": 300
    case "23503", "23505": 409
    case "42P01", "42883", "PGRST125", "PGRST202", "PGRST205": 404
    case "25006", "PGRST105", "PGRST117": 405
    case "PGRST106", "PGRST107", "PGRST116": 406
    case "PGRST103": 416
    case "PGRST003": 504
    case "53100", "57P01", "PGRST001", "PGRST002": 503
    case "21000", "54000", "57014", "XX000": 500
    default: 400
    }
  }

  /// The answer, as PostgREST words it: keys in the order of the alphabet, null where empty.
  func response(isAnonymous: Bool) -> HTTPResponse {
    let status = status(isAnonymous: isAnonymous)
    let body: JSONValue = [
      "code": .string(code), "details": list ?? details.map { .string($0) } ?? .null,
      "hint": hint.map { .string($0) } ?? .null, "message": .string(message),
    ]
    var headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "Proxy-Status": "PostgREST; error=\(code)",
    ]
    if status == 401 {
      let isToken = code.hasPrefix("PGRST30")
      headers.add(
        "WWW-Authenticate",
        isToken ? #"Bearer error="invalid_token", error_description="\#(message)""# : "Bearer")
    }
    if status == 503 || status == 504 { headers.add("Retry-After", "1") }
    return HTTPResponse(status: status, headers: headers, body: body.bytes)
  }
}
