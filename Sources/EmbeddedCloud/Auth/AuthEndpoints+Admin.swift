import Cloud
import Vocabulary

/// What whoever runs the project may do with accounts.
extension AuthEndpoints {
  /// Users in a page where nothing is said.
  private static let pageUsers: Int64 = 50
  /// Users in a page at most.
  private static let mostUsers: Int64 = 1_000

  /// The path behind `admin/`.
  func administer(_ rest: String) throws -> HTTPResponse {
    try requireService()
    switch (request.method, rest) {
    case ("GET", "users"): return try listUsers()
    case ("POST", "users"): return try createUser(try form())
    case ("POST", "generate_link"): return try generateLink(try form())
    default: break
    }
    guard let id = rest.removingPrefix("users/"), !id.contains("/") else { return Self.notFound }
    let user = try namedUser(id)
    switch request.method {
    case "GET": return Self.json(user.json(isNew: false))
    case "PUT": return try updateUser(user, try form())
    case "DELETE": return try deleteUser(user)
    default: return Self.notAllowed(["GET", "PUT", "DELETE"])
    }
  }

  func requireService() throws {
    let claims = try bearerClaims()
    guard claims["role"] == "service_role" else {
      throw AuthRefusal(status: 403, code: "not_admin", message: "User not allowed")
    }
  }

  private func namedUser(_ id: String) throws -> AccountUser {
    guard RecordID(id) != nil else {
      throw AuthRefusal(
        status: 404, code: "validation_failed", message: "user_id must be an UUID")
    }
    guard let user = try accounts.user(id: id.lowercased()) else {
      throw AuthRefusal(status: 404, code: "user_not_found", message: "User not found")
    }
    return user
  }

  private func listUsers() throws -> HTTPResponse {
    let page = try pageNumber("page", 1)
    let size = min(try pageNumber("per_page", Self.pageUsers), Self.mostUsers)
    let found = try accounts.users(page: page, of: size)
    let last = (found.total + Int(size) - 1) / Int(size)
    var links = ["</admin/users?page=\(last)&per_page=\(size)>; rel=\"last\""]
    if page < last {
      links.insert("</admin/users?page=\(page + 1)&per_page=\(size)>; rel=\"next\"", at: 0)
    }
    var answer = Self.json([
      "users": .array(found.users.map { $0.json(isNew: false, identities: .null) }),
      "aud": "authenticated",
    ])
    answer.headers.add("Link", links.joined(separator: ", "))
    answer.headers.add("X-Total-Count", String(found.total))
    return answer
  }

  private func pageNumber(_ name: String, _ usual: Int64) throws(AuthRefusal) -> Int64 {
    guard let text = query[name], !text.isEmpty else { return usual }
    guard let number = Int64(text), number > 0, number < 1 << 31 else {
      throw .invalid("Bad Pagination Parameters: \(name) is no number above 0")
    }
    return number
  }

  private func createUser(_ form: JSONObject) throws -> HTTPResponse {
    if (form["email"]?.string ?? "").isEmpty {
      throw AuthRefusal.invalid("Cannot create a user without either an email or phone")
    }
    let email = try email(form)
    guard try accounts.user(email: email) == nil else { throw AuthRefusal.emailExists }
    let password = form["password"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    if let password { try check(password) }
    var user = try newUser(email, password, form["user_metadata"]?.object)
    user.metadata = AccountUser.merged(
      form["user_metadata"]?.object ?? JSONObject(), with: JSONObject())
    try accounts.insert(user)
    try apply(form, to: &user)
    try accounts.update(user)
    return Self.json(user.json(isNew: true))
  }

  private func updateUser(_ user: AccountUser, _ form: JSONObject) throws -> HTTPResponse {
    var user = user
    if let password = form["password"]?.string {
      try check(password)
      try replacePassword(&user, by: password, keeping: nil)
    }
    if let given = form["email"]?.string, !given.isEmpty {
      let email = try email(form)
      if let owner = try accounts.user(email: email), owner.id != user.id {
        throw AuthRefusal.trouble("Error updating user")
      }
      try setAddress(&user, email, isVerified: form["email_confirm"]?.bool ?? false)
    }
    if let change = form["user_metadata"]?.object {
      user.metadata = AccountUser.merged(user.metadata, with: change)
    }
    try apply(form, to: &user)
    user.updatedAt = now.text
    try accounts.update(user)
    return Self.json(user.json(isNew: false))
  }

  /// What is the same for a new user and for one that is there.
  private func apply(_ form: JSONObject, to user: inout AccountUser) throws {
    if form["email_confirm"]?.bool == true { confirm(&user) }
    if let change = form["app_metadata"]?.object {
      user.appMetadata = AccountUser.merged(user.appMetadata, with: change)
      if let end = change[Entitlement.claim] { try setEntitlement(end.string, of: &user) }
    }
    if let text = form["ban_duration"]?.string, !text.isEmpty {
      guard let duration = BanDuration.read(text) else {
        throw AuthRefusal.invalid(
          "invalid format for ban duration: time: invalid duration \"\(text)\"")
      }
      user.bannedUntil = duration == .zero ? nil : (now + duration).text
    }
  }

  /// `cloud.entitle` keeps it in a column of its own.
  private func setEntitlement(_ end: String?, of user: inout AccountUser) throws {
    user.appMetadata[Entitlement.claim] = nil
    user.entitledUntil = end
    try accounts.setEntitlement(end, of: user.id)
  }

  /// For good, with all rows; or softly: nobody can sign in, and nothing tells who it was.
  private func deleteUser(_ user: AccountUser) throws -> HTTPResponse {
    let form = request.body.isEmpty ? JSONObject() : try form()
    guard form["should_soft_delete"]?.bool == true else {
      try accounts.delete(user: user.id.text)
      return Self.nothing
    }
    guard user.deletedAt == nil else { return Self.nothing }
    var user = user
    user.email = ""
    user.newEmail = nil
    user.password = ""
    user.metadata = JSONObject()
    user.appMetadata = JSONObject()
    user.deletedAt = now.text
    try accounts.update(user)
    try accounts.void(CodeKind.allCases, of: user.id)
    try accounts.veilIdentities(of: user)
    try accounts.endSessions(of: user.id.text, but: nil)
    return Self.nothing
  }
}

/// How long a ban lasts: `24h`, `1h30m`, `none`.
enum BanDuration {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]
  /// A hundred years, which is for ever. Unit: seconds.
  private static let most = 3_155_760_000.0

  /// Nil for what is none.
  static func read(_ text: String) -> Duration? {
    if text == "none" { return .zero }
    var rest = text[...]
    var seconds = 0.0
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(letters.count)
      guard let number = Double(digits),
        let unit = units.first(where: { $0.name == letters })
      else { return nil }
      seconds += number * Double(unit.nanoseconds) / 1_000_000_000
    } while !rest.isEmpty
    return seconds <= most ? .seconds(seconds) : .seconds(most)
  }
}
