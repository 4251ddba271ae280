package import Vocabulary

/// A mail that Auth sent: the embedded cloud keeps them, since it has no post.
package struct Mail: Sendable, Equatable {
  /// Its address.
  package let to: String
  /// `confirmation`, `invite`, `magic_link`, `recovery`, `email_change` or `reauthentication`.
  package let kind: String
  /// What its list of mails would show.
  package let subject: String
  /// The digits to type.
  package let code: String
  /// The address to follow instead; empty where there is none.
  package let link: String
  /// UTC, with milliseconds.
  package let sentAt: String

  /// On one line, for whoever watches.
  package var line: String {
    "mail to \(to): \(kind) \(code)\(link.isEmpty ? "" : " \(link)")"
  }

  /// As it goes over HTTP.
  package var json: JSONValue {
    [
      "to": .string(to), "kind": .string(kind), "subject": .string(subject),
      "code": .string(code), "link": .string(link), "sent_at": .string(sentAt),
    ]
  }

  package init(
    to: String, kind: String, subject: String, code: String, link: String, sentAt: String
  ) {
    self.to = to
    self.kind = kind
    self.subject = subject
    self.code = code
    self.link = link
    self.sentAt = sentAt
  }

  /// Reads what came over HTTP; nil for anything else.
  package init?(_ json: JSONValue) {
    guard let to = json["to"]?.string, let kind = json["kind"]?.string,
      let subject = json["subject"]?.string, let code = json["code"]?.string,
      let link = json["link"]?.string, let sentAt = json["sent_at"]?.string
    else { return nil }
    self.init(to: to, kind: kind, subject: subject, code: code, link: link, sentAt: sentAt)
  }
}
