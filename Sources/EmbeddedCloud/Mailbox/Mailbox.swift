import Store
import Vocabulary

/// The mails of a project. Those of a request are told of when its transaction has ended.
final class Mailbox {
  private let connection: Connection
  private var sent: [Mail] = []

  init(_ connection: Connection) { self.connection = connection }

  /// Makes its table where it is missing.
  static func makeTable(in connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS auth_mails (
        number INTEGER PRIMARY KEY, recipient TEXT NOT NULL, kind TEXT NOT NULL,
        subject TEXT NOT NULL, code TEXT NOT NULL, link TEXT NOT NULL, sent_at TEXT NOT NULL,
        is_counted INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS auth_mails_recipient ON auth_mails(recipient);
      """)
  }

  /// Keeps a mail; the second of two that are one to the hourly limit is not counted.
  func put(_ mail: Mail, isCounted: Bool) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO auth_mails (recipient, kind, subject, code, link, sent_at, is_counted)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(mail.to), .text(mail.kind), .text(mail.subject), .text(mail.code),
      .text(mail.link), .text(mail.sentAt), .integer(isCounted ? 1 : 0))
    try connection.run(
      "DELETE FROM auth_mails WHERE number <= (SELECT max(number) FROM auth_mails) - ?",
      .integer(Self.kept))
    sent.append(mail)
  }

  /// What was put since the last call.
  func takeSent() -> [Mail] {
    defer { sent = [] }
    return sent
  }

  /// When the mails since then were sent that count, the oldest first.
  func counted(since time: Instant) throws(StoreError) -> [Instant] {
    try connection.all(
      "SELECT sent_at FROM auth_mails WHERE is_counted AND sent_at > ? ORDER BY number",
      .text(time.text)
    ) { Instant($0.text(0)) ?? time }
  }

  /// The newest first; all of them, or those to one address.
  func mails(to email: String?) throws(StoreError) -> [Mail] {
    try connection.all(
      """
      SELECT recipient, kind, subject, code, link, sent_at FROM auth_mails
      WHERE ?1 IS NULL OR recipient = ?1 ORDER BY number DESC
      """, email.map { .text($0.lowercased()) } ?? .null
    ) {
      Mail(
        to: $0.text(0), kind: $0.text(1), subject: $0.text(2), code: $0.text(3), link: $0.text(4),
        sentAt: $0.text(5))
    }
  }

  /// More than anybody reads. Unit: mails.
  private static let kept: Int64 = 1_000
}

extension EmbeddedProject {
  /// The mails that Auth sent, the newest first: all of them, or those to one address.
  package func inbox(_ email: String? = nil) throws -> [Mail] {
    try mailbox.mails(to: email)
  }
}
