import Store
import Vocabulary

/// What a code is good for. Of each kind a person has one at most: the newest.
enum CodeKind: String, CaseIterable {
  case confirmation
  /// Of a recovery or of a sign-in: each voids the other.
  case recovery
  /// Proves the address that is to be left.
  case changeOld = "change_old"
  /// Proves the address that is to come.
  case changeNew = "change_new"
  case reauthentication
}

extension Accounts {
  /// What a code is stored as, and what stands in links: nobody can read the code from it.
  static func hash(_ email: String, _ code: String) -> String {
    String(SHA256.hexadecimal("\(email)\(code)".utf8).prefix(56))
  }

  /// Begins the hash in a link that ends with a code to exchange, not with a session.
  static let exchangedPrefix = "pkce_"

  /// Decimal digits, drawn anew.
  func drawCode() -> String {
    var range: UInt64 = 1
    for _ in 0..<settings.codeDigits { range *= 10 }
    let digits = String(surroundings.random() % range)
    return String(repeating: "0", count: settings.codeDigits - digits.count) + digits
  }

  func store(_ hash: String, _ kind: CodeKind, of user: RecordID) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO auth_codes (user_id, kind, hash) VALUES (?, ?, ?)",
      .text(user.text), .text(kind.rawValue), .text(hash))
  }

  /// Whether the person has that code, of one of these kinds: which.
  func kind(
    of hash: String, among kinds: [CodeKind], of user: RecordID
  ) throws(StoreError) -> CodeKind? {
    for kind in kinds {
      let stored = try connection.first(
        "SELECT hash FROM auth_codes WHERE user_id = ? AND kind = ?", .text(user.text),
        .text(kind.rawValue)
      ) { $0.text(0) }
      if let stored, stored == hash || stored == Self.exchangedPrefix + hash { return kind }
    }
    return nil
  }

  /// Whose code of one of these kinds that is.
  func owner(
    of hash: String, among kinds: [CodeKind]
  ) throws(StoreError) -> (user: AccountUser, kind: CodeKind)? {
    for kind in kinds {
      let id = try connection.first(
        "SELECT user_id FROM auth_codes WHERE hash = ? AND kind = ?", .text(hash),
        .text(kind.rawValue)
      ) { $0.text(0) }
      if let id, let user = try user(id: id) { return (user, kind) }
    }
    return nil
  }

  func void(_ kinds: [CodeKind], of user: RecordID) throws(StoreError) {
    for kind in kinds {
      try connection.run(
        "DELETE FROM auth_codes WHERE user_id = ? AND kind = ?", .text(user.text),
        .text(kind.rawValue))
    }
  }
}
