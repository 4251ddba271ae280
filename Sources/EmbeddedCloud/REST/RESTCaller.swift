import Cloud
import Vocabulary

/// Who asks PostgREST, as the token says.
struct RESTCaller {
  enum Role: Equatable {
    case anonymous
    case authenticated
    /// Whoever runs the project: sees every row.
    case service
  }

  let role: Role
  /// `auth.uid()`: nil for the anonymous and, mostly, the service role.
  let userID: RecordID?
  let claims: JSONValue

  static let anonymous = RESTCaller(role: .anonymous, userID: nil, claims: [:])

  /// How far clocks may differ. Source: PostgREST's own allowance.
  private static let leeway: Int64 = 30

  /// Reads the token of a request; none, or another scheme than Bearer, is the anonymous role.
  static func of(
    _ request: HTTPRequest, _ signer: TokenSigner, at now: Instant
  ) throws -> RESTCaller {
    guard let field = request.headers["Authorization"],
      field.utf8.count > 7, field.prefix(7).lowercased() == "bearer "
    else { return .anonymous }
    switch try signer.verify(String(field.dropFirst(7))) {
    case .success(let claims): return try RESTCaller(checking: claims, at: now)
    case .failure(let fault): throw refusal(fault)
    }
  }

  private init(role: Role, userID: RecordID?, claims: JSONValue) {
    self.role = role
    self.userID = userID
    self.claims = claims
  }

  private init(checking claims: JSONValue, at now: Instant) throws(RESTRefusal) {
    let seconds = now.milliseconds / 1000
    if let end = try Self.time("exp", claims), seconds > end + Self.leeway {
      throw RESTRefusal("PGRST303", "JWT expired")
    }
    if let begin = try Self.time("nbf", claims), seconds < begin - Self.leeway {
      throw RESTRefusal("PGRST303", "JWT not yet valid")
    }
    if let issued = try Self.time("iat", claims), seconds < issued - Self.leeway {
      throw RESTRefusal("PGRST303", "JWT issued at future")
    }
    switch claims["role"]?.string {
    case "authenticated": role = .authenticated
    case "service_role": role = .service
    case "anon", nil: role = .anonymous
    case "postgres":
      throw RESTRefusal("42501", "permission denied to set role \"postgres\"")
    case let other?: throw RESTRefusal("22023", "role \"\(other)\" does not exist")
    }
    if let subject = claims["sub"]?.string {
      guard let id = RecordID(subject) else {
        throw RESTRefusal("22P02", "invalid input syntax for type uuid: \"\(subject)\"")
      }
      userID = id
    } else {
      userID = nil
    }
    self.claims = claims
  }

  /// A time claim in seconds. A fraction makes PostgREST read it as long past.
  private static func time(_ name: String, _ claims: JSONValue) throws(RESTRefusal) -> Int64? {
    switch claims[name] {
    case nil, .null?: return nil
    case .number?, .integer?: return claims[name]?.integer ?? 0
    default: throw RESTRefusal("PGRST303", "The JWT '\(name)' claim must be a number")
    }
  }

  private static func refusal(_ fault: TokenSigner.Fault) -> RESTRefusal {
    switch fault {
    case .parts(let count): RESTRefusal("PGRST301", "Expected 3 parts in JWT; got \(count)")
    case .malformed: RESTRefusal("PGRST301", "JWT cryptographic operation failed")
    case .unsecured:
      RESTRefusal(
        "PGRST301", "Wrong or unsupported encoding algorithm",
        details: "JWT is unsecured but expected 'alg' was not 'none'")
    case .wrongSignature:
      RESTRefusal(
        "PGRST301", "No suitable key or wrong key type",
        details: "None of the keys was able to decode the JWT")
    case .claimsUnreadable: RESTRefusal("PGRST303", "Parsing claims failed")
    }
  }
}
