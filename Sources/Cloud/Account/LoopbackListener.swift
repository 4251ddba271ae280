import Glibc
import Vocabulary

/// Waits on this computer for a browser to come back from a sign-in, once.
///
/// It listens on 127.0.0.1 at a port that only whoever began the sign-in was told, answers the one
/// request that brings a code or a refusal, and closes.
/// Source: https://www.rfc-editor.org/rfc/rfc8252#section-7.3
package final class LoopbackListener {
  /// What the browser brought.
  package struct Return: Sendable, Equatable {
    /// What is exchanged for a session; empty with a refusal.
    package let code: String
    /// Why there is none, in the provider's words.
    package let refusal: String?
  }

  /// Where the browser is to be sent.
  package let address: String
  private let socket: Int32

  private static let path = "/callback"
  /// Longest head of a request that is read. Unit: bytes.
  private static let headBytes = 16 << 10
  /// How long one look at the socket takes. Unit: milliseconds.
  private static let look: Int32 = 100

  /// Listens at a free port. Errors: `offline` where there is none.
  package init() throws(CloudError) {
    let socket = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Self.failure() }
    guard let port = Self.listen(socket) else {
      let failure = Self.failure()
      close(socket)
      throw failure
    }
    self.socket = socket
    address = "http://127.0.0.1:\(port)\(Self.path)"
  }

  /// The port that was free; nil where none was.
  private static func listen(_ socket: Int32) -> UInt16? {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && Glibc.listen(socket, 4) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    return isBound ? UInt16(bigEndian: place.sin_port) : nil
  }

  deinit { close(socket) }

  /// What the browser brought; nil where `isOver` said so first, which is asked ten times a second.
  package func wait(until isOver: () -> Bool) throws(CloudError) -> Return? {
    while !isOver() {
      var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, Self.look) > 0 else { continue }
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { continue }
      defer { close(connection) }
      if let found = answer(connection) { return found }
    }
    return nil
  }

  /// Answers one request. A browser also asks for an icon, and opens connections that it leaves.
  private func answer(_ connection: Int32) -> Return? {
    guard let line = Self.requestLine(connection) else { return nil }
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[1].hasPrefix(Self.path) else {
      Self.send(connection, status: "404 Not Found", page: "Nothing is here.")
      return nil
    }
    let fields = Self.fields(of: words[1])
    if let code = fields["code"], !code.isEmpty {
      Self.send(connection, status: "200 OK", page: "You may close this window now.")
      return Return(code: code, refusal: nil)
    }
    guard let error = fields["error_description"] ?? fields["error"] else {
      Self.send(connection, status: "400 Bad Request", page: "No code came with this address.")
      return nil
    }
    Self.send(
      connection, status: "200 OK", page: "Nobody was signed in. You may close this window.")
    return Return(code: "", refusal: String(error.prefix(200)))
  }

  /// The first line; the head is read whole, so that the browser sees an answer and no reset.
  private static func requestLine(_ connection: Int32) -> Substring? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    let end = Array("\r\n\r\n".utf8)
    while bytes.count < headBytes {
      var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 2_000) > 0 else { return nil }
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
      if bytes.count >= 4, bytes.suffix(4).elementsEqual(end) { break }
    }
    return Substring(String(decoding: bytes, as: UTF8.self)).split(separator: "\r\n").first
  }

  private static func fields(of target: Substring) -> [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var fields: [String: String] = [:]
    for pair in target[mark...].dropFirst().split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[decoded(parts[0])] = parts.count == 2 ? decoded(parts[1]) : ""
    }
    return fields
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { hexDigit($0) }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func send(_ connection: Int32, status: String, page: String) {
    let body = "<!doctype html><meta charset=utf-8><title>Lectern</title><p>\(page)</p>\n"
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(body)
      """
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure() -> CloudError {
    .offline(curl: 0, text: "no port of this computer is free: \(String(cString: strerror(errno)))")
  }
}
