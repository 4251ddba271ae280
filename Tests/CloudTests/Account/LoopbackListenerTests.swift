import Cloud
import Glibc
import Testing

/// A browser that comes back from a sign-in.
@Suite struct LoopbackListenerTests {
  /// Asks the listener's port, as a browser does, and gives the status line once it is there.
  private func connect(_ listener: LoopbackListener, _ requests: [String]) throws -> [Int32] {
    let port = try #require(
      listener.address.split(separator: ":").last?.split(separator: "/").first.flatMap {
        UInt16($0)
      })
    return try requests.map { request in
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
      place.sin_port = port.bigEndian
      let isConnected = withUnsafePointer(to: &place) { place in
        place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      try #require(isConnected)
      let bytes = Array(request.utf8)
      #expect(bytes.withUnsafeBytes { write(client, $0.baseAddress, $0.count) } == bytes.count)
      return client
    }
  }

  private func answer(_ client: Int32) -> String {
    defer { close(client) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(client, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func get(_ target: String) -> String {
    "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
  }

  @Test func `the request that brings a code is the one that counts`() throws {
    let listener = try LoopbackListener()
    let clients = try connect(
      listener,
      [
        get("/favicon.ico"), "POST /callback?code=x HTTP/1.1\r\n\r\n", get("/callback"),
        "nonsense\r\n\r\n", get("/callback?state=1&code=a%2Fb%20c+d"),
      ])
    let back = try #require(try listener.wait { false })
    #expect(back.code == "a/b c d" && back.refusal == nil)
    let statuses = clients.map { answer($0).prefix(12) }
    #expect(
      statuses == [
        "HTTP/1.1 404", "HTTP/1.1 404", "HTTP/1.1 400", "HTTP/1.1 404", "HTTP/1.1 200",
      ])
  }

  @Test func `a refusal has the provider's words`() throws {
    let listener = try LoopbackListener()
    let clients = try connect(
      listener, [get("/callback?error=access_denied&error_description=The+user+denied")])
    #expect(try listener.wait { false }?.refusal == "The user denied")
    #expect(answer(clients[0]).contains("Nobody was signed in"))
  }

  @Test func `whoever gives up waits no longer`() throws {
    #expect(try LoopbackListener().wait { true } == nil)
    let (one, other) = (try LoopbackListener(), try LoopbackListener())
    #expect(one.address != other.address)
    #expect(one.address.hasPrefix("http://127.0.0.1:"))
  }
}
