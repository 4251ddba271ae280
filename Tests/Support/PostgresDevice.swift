package import Vocabulary

/// A device of the tests, as a PostgreSQL cloud sees it: one session, one person, one clock.
package struct PostgresDevice {
  package let session: PostgresConnection
  package let user: RecordID
  package let name: String
  package let now: Instant

  /// Where the clocks of these tests stand.
  package static let noon = Instant(milliseconds: 1_767_225_600_000)

  package init(
    of user: RecordID, at session: PostgresConnection, name: String = "aaaaaaaaaaaa",
    now: Instant = PostgresDevice.noon
  ) {
    self.session = session
    self.user = user
    self.name = name
    self.now = now
  }

  /// A fresh person with one device.
  package static func first(of cloud: PostgresCloud) throws(PostgresError) -> PostgresDevice {
    let session = try cloud.connect()
    return PostgresDevice(of: try session.addUser(), at: session)
  }

  /// The whole reply to a push.
  package func pushed(
    _ changes: [JSONValue], cursor: String = "", newest: String = ""
  ) throws(PostgresError) -> JSONValue {
    try session.rpc(user: user, "sync_push", arguments(changes, cursor, newest), now: now)
  }

  /// The results of a push.
  package func push(_ changes: JSONValue...) throws(PostgresError) -> [JSONValue] {
    try pushed(changes)["results"]?.array ?? []
  }

  package func pull(
    cursor: String = "", newest: String = "", page: Int64 = 0
  ) throws(PostgresError) -> JSONValue {
    let arguments: JSONValue = [
      "device": .string(name), "cursor": .string(cursor), "newest": .string(newest),
      "page": .integer(page),
    ]
    return try session.rpc(user: user, "sync_pull", arguments, now: now)
  }

  /// The pulled row of an id.
  package func row(_ id: String) throws(PostgresError) -> JSONValue? {
    try pull()["rows"]?.array?.first { $0["id"]?.string == id }
  }

  package func arguments(
    _ changes: [JSONValue], _ cursor: String = "", _ newest: String = ""
  ) -> JSONValue {
    [
      "device": .string(name), "cursor": .string(cursor), "newest": .string(newest),
      "changes": .array(changes),
    ]
  }

  /// A value that the server reads of this person's rows, as its owner.
  package func stored(_ expression: String, in table: String) throws(PostgresError) -> String? {
    try session.value(
      "select \(expression) from public.\(table) where user_id = '\(user.text)'")
  }

  /// The stamp of an edit made `after` milliseconds past noon.
  package static func stamp(_ after: Int64, _ device: String = "aaaaaaaaaaaa") -> String {
    Stamp(milliseconds: noon.milliseconds + after, counter: 0, device: device).text
  }
}
