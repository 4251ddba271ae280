import Cloud
import EmbeddedCloud
import Glibc
import Synchronization
import Testing
import Vocabulary

/// Says back what it was asked; `/status/N` answers N, `/html` a page, `/large` 3 MiB.
private final class Echo: RequestAnswering {
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch request.path {
    case "/html":
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>hello</p>".utf8))
    case "/large": return HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: 3 << 20))
    case "/busy": return HTTPResponse(status: 503, headers: ["Retry-After": "7"])
    default:
      let fields = request.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      return HTTPResponse(
        status: 200, headers: ["X-Fields": "\(request.headers.fields.count)"],
        body: Array("\(request.method) \(request.path)\n\(fields)\n\n".utf8) + request.body)
    }
  }
}

/// A server that takes connections and does with each what a test says, on a thread of its own.
private final class RawServer: Sendable {
  let port: UInt16
  private let socket: Int32

  /// Listens, and lets the kernel hold connections that nobody takes.
  init(answer: String?) throws {
    let made = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = UInt16(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = UInt32(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made, $0, length) == 0 && listen(made, 8) == 0 && getsockname(made, $0, &length) == 0
      }
    }
    try #require(isListening)
    socket = made
    port = UInt16(bigEndian: address.sin_port)
    guard let answer else { return }
    let bytes = Array(answer.utf8)
    let thread = Thread {
      let client = accept(made, nil, nil)
      var block = [UInt8](repeating: 0, count: 4096)
      _ = recv(client, &block, block.count, 0)
      _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      close(client)
    }
    thread.start()
  }

  deinit { close(socket) }
}

private final class Thread: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() {
    var id = pthread_t()
    let box = Unmanaged.passRetained(self)
    pthread_create(
      &id, nil,
      {
        if let context = $0 { Unmanaged<Thread>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    pthread_detach(id)
  }
}

@Suite struct CurlTransportTests {
  private func echoServer() throws -> LoopbackServer { try LoopbackServer { Echo() } }

  private func transport(_ port: UInt16, isStopped: @escaping () -> Bool = { false }) throws
    -> CurlTransport
  {
    CurlTransport(
      to: try CloudAddress("http://127.0.0.1:\(port)"), answerWithin: .seconds(20),
      isStopped: isStopped)
  }

  @Test func `a request arrives as it was written, and the answer too`() throws {
    let server = try echoServer()
    let answer = try transport(server.port).exchange(
      HTTPRequest(
        method: "POST", path: "/a?b=%20", headers: ["apikey": "k", "Content-Type": "text/x"],
        body: Array("hello".utf8)))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200)
    #expect(text.hasPrefix("POST /a?b=%20\n"))
    #expect(text.contains("\napikey: k\n"))
    #expect(text.contains("\nContent-Type: text/x\n"))
    #expect(!text.contains("Expect"))
    #expect(text.hasSuffix("\n\nhello"))
    #expect(answer.headers["x-fields"] != nil)
  }

  @Test func `the second request uses the connection of the first`() throws {
    let server = try echoServer()
    let transport = try transport(server.port)
    _ = try transport.exchange(HTTPRequest(method: "GET", path: "/"))
    #expect(transport.connectionsMade == 1)
    for method in ["POST", "GET", "PUT", "HEAD", "DELETE", "GET"] {
      _ = try transport.exchange(HTTPRequest(method: method, path: "/"))
      #expect(transport.connectionsMade == 0)
    }
  }

  @Test func `bodies of megabytes pass both ways`() throws {
    let server = try echoServer()
    let transport = try transport(server.port)
    let body = [UInt8](repeating: 65, count: Limits.requestBytes)
    let sent = try transport.exchange(HTTPRequest(method: "POST", path: "/", body: body))
    #expect(sent.body.suffix(body.count).elementsEqual(body))
    let got = try transport.exchange(HTTPRequest(method: "GET", path: "/large"))
    #expect(got.body == [UInt8](repeating: 7, count: 3 << 20))
    let refused = try transport.exchange(
      HTTPRequest(method: "POST", path: "/", body: body + [65]))
    #expect(refused.status == 413)
  }

  @Test func `two clients are served at once`() throws {
    let server = try echoServer()
    let one = try transport(server.port)
    let other = try transport(server.port)
    for number in 0..<50 {
      let client = number % 2 == 0 ? one : other
      let answer = try client.exchange(HTTPRequest(method: "GET", path: "/\(number)"))
      #expect(answer.body.starts(with: "GET /\(number)\n".utf8))
    }
  }

  @Test func `every answer with a status is an answer`() throws {
    let server = try echoServer()
    let transport = try transport(server.port)
    let answer = try transport.exchange(HTTPRequest(method: "GET", path: "/busy"))
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == "7")
  }

  @Test func `a port where nobody listens is offline`() throws {
    let server = try echoServer()
    let port = server.port
    server.stop()
    let error = #expect(throws: CloudError.self) {
      try transport(port).exchange(HTTPRequest(method: "POST", path: "/", body: [1]))
    }
    guard case .offline(7, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a connection that ends without an answer is lost`() throws {
    let server = try RawServer(answer: "")
    let error = #expect(throws: CloudError.self) {
      try transport(server.port).exchange(HTTPRequest(method: "POST", path: "/", body: [1]))
    }
    guard case .lost? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `half an answer is lost, not taken for a whole one`() throws {
    let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
    let error = #expect(throws: CloudError.self) {
      try transport(server.port).exchange(HTTPRequest(method: "GET", path: "/"))
    }
    guard case .lost? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `what speaks no HTTP is unreadable`() throws {
    let server = try RawServer(answer: "SSH-2.0-OpenSSH_9.2\r\n\r\n")
    let error = #expect(throws: CloudError.self) {
      try transport(server.port).exchange(HTTPRequest(method: "GET", path: "/"))
    }
    guard case .unreadable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a server that never answers is left when the person says so`() throws {
    let server = try RawServer(answer: nil)
    var questions = 0
    let transport = try transport(server.port) {
      questions += 1
      return questions > 3
    }
    #expect(throws: CloudError.interrupted) {
      try transport.exchange(HTTPRequest(method: "GET", path: "/"))
    }
  }

  @Test func `a server that never answers is left after its time`() throws {
    let server = try RawServer(answer: nil)
    let transport = CurlTransport(
      to: try CloudAddress("http://127.0.0.1:\(server.port)"), answerWithin: .milliseconds(150))
    #expect(throws: CloudError.timedOut(after: .milliseconds(150))) {
      try transport.exchange(HTTPRequest(method: "GET", path: "/"))
    }
  }

  @Test func `a line end in a token or path is refused before anything is sent`() throws {
    let transport = try transport(9)
    #expect(throws: CloudError.badValue(argument: "apikey", problem: "holds a control character")) {
      try transport.exchange(
        HTTPRequest(method: "GET", path: "/", headers: ["apikey": "a\r\nHost: b"]))
    }
    #expect(throws: CloudError.self) {
      try transport.exchange(HTTPRequest(method: "GET", path: "/a b"))
    }
  }

  @Test func `a stopped server gives its port back`() throws {
    let server = try echoServer()
    let client = try transport(server.port)
    _ = try client.exchange(HTTPRequest(method: "GET", path: "/"))
    server.stop()
    server.stop()
    let again = try LoopbackServer(port: server.port) { Echo() }
    #expect(try client.exchange(HTTPRequest(method: "GET", path: "/")).status == 200)
    #expect(throws: EmbeddedCloudError.self) { try LoopbackServer(port: again.port) { Echo() } }
  }

  @Test func `a server whose answerer cannot be made says why`() throws {
    #expect(throws: EmbeddedCloudError.keysUnreadable) {
      try LoopbackServer { () throws(EmbeddedCloudError) -> any RequestAnswering in
        throw .keysUnreadable
      }
    }
  }
}
