import Glibc
import Vocabulary

/// What PostgreSQL refused, or how talking to it failed.
package struct PostgresError: Error, Sendable, CustomStringConvertible {
  /// SQLSTATE, or `08000` where the connection itself failed.
  package let code: String
  package let message: String
  /// What it went wrong with, and the cure; nil where it says nothing of them.
  package let detail: String?
  package let hint: String?

  package init(code: String, message: String, detail: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.detail = detail
    self.hint = hint
  }

  package var description: String { "\(code): \(message)" }
}

/// One session with a PostgreSQL server on this machine: the simple query protocol over a Unix
/// socket, text results, a deadline on every answer.
///
/// `send` does not wait, so that two sessions can stand in each other's way.
/// Source: https://www.postgresql.org/docs/15/protocol-message-formats.html
package final class PostgresConnection {
  package typealias Rows = [[String?]]

  private let socket: Int32
  private let answerWithin: Duration
  private var unread: [UInt8] = []
  private var place = 0
  /// The process that serves this session.
  package private(set) var process: Int32 = 0

  package init(
    socket path: String, database: String, user: String = "postgres",
    answerWithin: Duration = .seconds(30)
  ) throws(PostgresError) {
    self.answerWithin = answerWithin
    socket = try Self.open(path)
    var start = PostgresMessage(kind: nil)
    start.append(Int32(196_608))
    for word in ["user", user, "database", database, ""] { start.append(word) }
    try write(start.bytes)
    _ = try receive()
  }

  deinit { close(socket) }

  /// Runs statements; the rows of the last one that had any.
  @discardableResult
  package func query(_ sql: String) throws(PostgresError) -> Rows {
    try send(sql)
    return try receive()
  }

  /// The first value of the first row.
  package func value(_ sql: String) throws(PostgresError) -> String? {
    try query(sql).first?.first ?? nil
  }

  /// Sends statements and does not wait for the answer.
  package func send(_ sql: String) throws(PostgresError) {
    var message = PostgresMessage(kind: UInt8(ascii: "Q"))
    message.append(sql)
    try write(message.bytes)
  }

  /// Whether some of the answer to what was sent is here.
  package var hasAnswered: Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// Waits for the answer to what was sent.
  package func receive() throws(PostgresError) -> Rows {
    let deadline = Self.now() + answerWithin.wholeMilliseconds
    var rows: Rows = []
    var failure: PostgresError?
    while true {
      var message = try next(before: deadline)
      switch message.kind {
      case UInt8(ascii: "Z"):
        if let failure { throw failure }
        return rows
      case UInt8(ascii: "E"): failure = message.error()
      case UInt8(ascii: "T"): rows = []
      case UInt8(ascii: "D"): rows.append(message.row())
      case UInt8(ascii: "K"): process = message.integer()
      default: break
      }
    }
  }

  private func next(before deadline: Int64) throws(PostgresError) -> PostgresReply {
    try fill(place + 5, before: deadline)
    let kind = unread[place]
    let length = unread[place + 1..<place + 5].reduce(0) { $0 << 8 | Int($1) }
    try fill(place + 1 + length, before: deadline)
    let body = Array(unread[place + 5..<place + 1 + length])
    place += 1 + length
    if place == unread.count {
      unread.removeAll(keepingCapacity: true)
      place = 0
    }
    return PostgresReply(kind: kind, body: body)
  }

  private func fill(_ count: Int, before deadline: Int64) throws(PostgresError) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while unread.count < count {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = deadline - Self.now()
      guard left > 0, poll(&waiting, 1, Int32(left)) > 0 else {
        throw PostgresError(code: "08000", message: "no answer in time")
      }
      let received = recv(socket, &chunk, chunk.count, 0)
      guard received > 0 else {
        throw PostgresError(code: "08000", message: "the server closed the connection")
      }
      unread += chunk[0..<received]
    }
  }

  private func write(_ bytes: [UInt8]) throws(PostgresError) {
    var sent = 0
    while sent < bytes.count {
      let step = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard step > 0 else {
        throw PostgresError(code: "08000", message: "the server closed the connection")
      }
      sent += step
    }
  }

  private static func open(_ path: String) throws(PostgresError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let opened = Glibc.socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard opened >= 0, path.utf8.count < capacity else {
      throw PostgresError(code: "08000", message: "the socket's path is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(opened, $0, size) }
    }
    guard result == 0 else {
      close(opened)
      throw PostgresError(code: "08000", message: "nobody listens at the socket")
    }
    return opened
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
