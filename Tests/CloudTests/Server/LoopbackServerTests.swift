import Cloud
import EmbeddedCloud
import Testing

/// Answers with the path, as often as the path's length asks for.
private final class Paths: RequestAnswering {
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: 200, body: Array("<\(request.path)>".utf8))
  }
}

@Suite struct LoopbackServerTests {
  @Test func `pipelined requests are answered in order, the last ones after a half close`() throws {
    let server = try LoopbackServer { Paths() }
    let client = try RawClient(port: server.port)
    let requests = (0..<500).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
    #expect(client.send(requests))
    client.endInput()
    let answers = client.readToEnd()
    let paths = answers.split(separator: "<").dropFirst().map { $0.prefix { $0 != ">" } }
    #expect(paths.elementsEqual((0..<500).map { "/\($0)"[...] }))
  }

  @Test func `a client that sends too much can send it all and then reads why`() throws {
    let server = try LoopbackServer { Paths() }
    let client = try RawClient(port: server.port)
    #expect(client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n"))
    #expect(client.send([UInt8](repeating: 65, count: 8_000_000)))
    client.endInput()
    #expect(client.readToEnd().hasPrefix("HTTP/1.1 413 "))
  }

  @Test func `garbage is refused and the connection ends`() throws {
    let server = try LoopbackServer { Paths() }
    let client = try RawClient(port: server.port)
    #expect(client.send("\u{16}\u{3}\u{1}\r\n\r\nmore"))
    #expect(client.readToEnd().hasPrefix("HTTP/1.1 400 "))
  }

  @Test func `more connections than are kept do not shut new clients out`() throws {
    let server = try LoopbackServer { Paths() }
    var idle: [RawClient] = []
    for _ in 0..<300 { idle.append(try RawClient(port: server.port)) }
    let client = try RawClient(port: server.port)
    #expect(client.send("GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
    #expect(client.readToEnd().hasSuffix("</x>"))
    withExtendedLifetime(idle) {}
  }

  @Test func `stopping gives out the answers that are due`() throws {
    let server = try LoopbackServer { Paths() }
    let client = try RawClient(port: server.port)
    #expect(client.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n"))
    server.stop()
    #expect(client.readToEnd().hasSuffix("</x>"))
  }
}
