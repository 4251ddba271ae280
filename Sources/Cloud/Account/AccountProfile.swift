package import Vocabulary

/// What Auth tells about a person.
package struct AccountProfile: Sendable, Equatable {
  /// The user's id, the same on every device.
  package let id: RecordID
  /// The address, as the cloud keeps it.
  package let email: String
  /// The display name, from `name` or `full_name` of the user's metadata.
  package let name: String?
  /// The address that waits for the codes that were mailed; nil where no change is under way.
  package let newEmail: String?
  /// How the user signs in: `email`, `apple`, `google`.
  package let provider: String
  /// Until when the person may sync, as the cloud says; nil for no end.
  package let entitledUntil: Instant?

  /// nil where it is no user.
  init?(json: JSONValue) {
    guard let id = json["id"]?.string.flatMap({ RecordID($0) }) else { return nil }
    self.id = id
    email = json["email"]?.string ?? ""
    // Either stays behind alone when a change is done or given up.
    newEmail = json["email_change_sent_at"] == nil ? nil : json["new_email"]?.string
    let metadata = json["user_metadata"]
    let name = metadata?["name"]?.string ?? metadata?["full_name"]?.string ?? ""
    self.name = name.isEmpty ? nil : name
    provider = json["app_metadata"]?["provider"]?.string ?? "email"
    entitledUntil = json["app_metadata"]?["entitled_until"]?.string.flatMap { Instant($0) }
  }
}
