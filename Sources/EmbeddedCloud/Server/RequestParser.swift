package import Cloud
import Vocabulary

/// Reads HTTP/1.1 requests out of a stream of bytes, whatever pieces they come in.
///
/// Strict where leniency is dangerous: line ends are CRLF, a body has one length, and what is too
/// large is refused before it is stored. After a refusal the stream has no next request.
/// Source: https://www.rfc-editor.org/rfc/rfc9112
package struct RequestParser {
  /// What the bytes so far amount to.
  package enum Step: Equatable {
    /// More bytes are needed.
    case waiting
    /// The client waits for `100 Continue` before it sends the body.
    case wantsContinue
    /// A whole one.
    case request(HTTPRequest, keepsOpen: Bool)
    /// What came is none; the connection is to be closed.
    case refused(status: Int, reason: String)
  }

  private enum State {
    case head
    case body(RequestHead, bytesLeft: Int)
    case chunkSize(RequestHead)
    case chunkEnd(RequestHead)
    case trailer(RequestHead)
    case refused(status: Int, reason: String)
  }

  private var bytes: [UInt8] = []
  private var start = 0
  /// Bytes already searched for the end of a line or head: no byte is looked at twice.
  private var searched = 0
  private var state = State.head
  private var body: [UInt8] = []
  private var owesContinue = false

  /// Nothing has come yet.
  package init() {}

  /// Whether nothing of a next request has come.
  var isIdle: Bool { if case .head = state { start == bytes.count } else { false } }

  /// Takes the next bytes of the stream.
  package mutating func append(_ more: some Collection<UInt8>) {
    if start > 0, start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Goes as far as the bytes allow.
  package mutating func next() -> Step {
    while true {
      switch state {
      case .head:
        guard let step = readHead() else { continue }
        return step
      case .body(let head, let left):
        if let step = readBody(head, left) { return step }
      case .chunkSize(let head):
        if let step = readChunkSize(head) { return step }
      case .chunkEnd(let head):
        guard let line = takeLine(limit: 2) else { return waitOrRefuse() }
        state = line.isEmpty ? .chunkSize(head) : .refused(status: 400, reason: "bad chunk")
      case .trailer(let head):
        guard let line = takeLine(limit: HTTPLimits.headBytes) else { return waitOrRefuse() }
        if line.isEmpty { return finish(head) }
      case .refused(let status, let reason):
        return .refused(status: status, reason: reason)
      }
    }
  }

  private mutating func waitOrRefuse() -> Step {
    if case .refused(let status, let reason) = state {
      return .refused(status: status, reason: reason)
    }
    guard owesContinue else { return .waiting }
    owesContinue = false
    return .wantsContinue
  }

  private mutating func refuse(_ status: Int, _ reason: String) {
    state = .refused(status: status, reason: reason)
  }

  /// nil once the state has moved on.
  private mutating func readHead() -> Step? {
    while start + 1 < bytes.count, bytes[start] == 0x0d, bytes[start + 1] == 0x0a { start += 2 }
    guard let end = endOfHead() else {
      if bytes.count - start > HTTPLimits.headBytes { refuse(431, "the head is too large") }
      return waitOrRefuse()
    }
    guard end - start <= HTTPLimits.headBytes else {
      refuse(431, "the head is too large")
      return waitOrRefuse()
    }
    let outcome = RequestHead.read(bytes[start..<end])
    start = end
    searched = start
    switch outcome {
    case .success(let head): begin(head)
    case .failure(let refusal): refuse(refusal.status, refusal.reason)
    }
    return nil
  }

  private mutating func endOfHead() -> Int? {
    var place = max(searched, start + 3)
    while place < bytes.count {
      if bytes[place] == 0x0a, bytes[place - 1] == 0x0d, bytes[place - 2] == 0x0a,
        bytes[place - 3] == 0x0d
      {
        return place + 1
      }
      place += 1
    }
    searched = place
    return nil
  }

  private mutating func begin(_ head: RequestHead) {
    body = []
    switch head.length {
    case .bytes(let count) where count > Limits.requestBytes:
      return refuse(413, "the body is larger than \(Limits.requestBytes) bytes")
    case .bytes(let count):
      body.reserveCapacity(count)
      state = .body(head, bytesLeft: count)
      owesContinue = head.expectsContinue && count > 0
    case .chunked:
      state = .chunkSize(head)
      owesContinue = head.expectsContinue
    }
  }

  private mutating func readBody(_ head: RequestHead, _ left: Int) -> Step? {
    let here = min(left, bytes.count - start)
    body.append(contentsOf: bytes[start..<start + here])
    start += here
    searched = start
    guard here == left else {
      state = .body(head, bytesLeft: left - here)
      return waitOrRefuse()
    }
    if head.length == .chunked {
      state = .chunkEnd(head)
      return nil
    }
    return finish(head)
  }

  private mutating func readChunkSize(_ head: RequestHead) -> Step? {
    guard let line = takeLine(limit: HTTPLimits.chunkLineBytes) else { return waitOrRefuse() }
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard (1...8).contains(digits.count) else {
      refuse(400, "bad chunk")
      return nil
    }
    var size = 0
    for byte in digits {
      guard let digit = hexDigit(byte) else {
        refuse(400, "bad chunk")
        return nil
      }
      size = size << 4 | Int(digit)
    }
    if size > Limits.requestBytes - body.count {
      refuse(413, "the body is larger than \(Limits.requestBytes) bytes")
    } else {
      state = size == 0 ? .trailer(head) : .body(head, bytesLeft: size)
    }
    return nil
  }

  /// The next line without its end, or nil where it is not all here; too long a line is refused.
  private mutating func takeLine(limit: Int) -> [UInt8]? {
    var place = max(searched, start)
    while place < bytes.count, place - start <= limit + 1 {
      if bytes[place] == 0x0a {
        guard place > start, bytes[place - 1] == 0x0d else {
          refuse(400, "a line ends without CR")
          return nil
        }
        defer {
          start = place + 1
          searched = start
        }
        return Array(bytes[start..<place - 1])
      }
      place += 1
    }
    searched = place
    if place - start > limit + 1 { refuse(400, "a line is too long") }
    return nil
  }

  private mutating func finish(_ head: RequestHead) -> Step {
    state = .head
    owesContinue = false
    defer { body = [] }
    return .request(
      HTTPRequest(method: head.method, path: head.target, headers: head.headers, body: body),
      keepsOpen: head.keepsOpen)
  }
}

/// Bounds of what the loopback server reads and keeps.
enum HTTPLimits {
  /// A request line and its header fields. Unit: bytes. Why: filters of 8 KiB are usual.
  static let headBytes = 32 << 10
  /// Header fields of one request. Unit: fields.
  static let fields = 100
  /// The line in front of a chunk. Unit: bytes.
  static let chunkLineBytes = 256
  /// Connections open at once. Unit: connections.
  static let connections = 256
  /// Answers waiting for a slow reader, above which no more requests are read. Unit: bytes.
  static let waitingOutputBytes = 1 << 20
  /// Bytes read and thrown away after a refusal, so that the client sees the answer. Unit: bytes.
  static let drainedBytes = 16 << 20
}
