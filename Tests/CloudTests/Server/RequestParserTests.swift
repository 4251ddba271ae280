import Cloud
import Testing
import Vocabulary

@testable import EmbeddedCloud

@Suite struct RequestParserTests {
  private func steps(_ text: String, piece: Int = .max) -> [RequestParser.Step] {
    var parser = RequestParser()
    var steps: [RequestParser.Step] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      parser.append(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      drain: while true {
        let step = parser.next()
        switch step {
        case .waiting: break drain
        case .refused:
          steps.append(step)
          return steps
        default: steps.append(step)
        }
      }
    }
    return steps
  }

  private func refusal(_ text: String) -> Int? {
    guard case .refused(let status, _)? = steps(text).last else { return nil }
    return status
  }

  @Test func `two pipelined requests are read in order`() {
    let text =
      "POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
      + "GET /d HTTP/1.1\r\nhost: x\r\nConnection: close\r\n\r\n"
    let first = HTTPRequest(
      method: "POST", path: "/a?b=c", headers: ["Host": "x", "Content-Length": "3"],
      body: Array("abc".utf8))
    let second = HTTPRequest(
      method: "GET", path: "/d", headers: ["host": "x", "Connection": "close"])
    let wanted = [
      RequestParser.Step.request(first, keepsOpen: true), .request(second, keepsOpen: false),
    ]
    for piece in [1, 2, 3, 7, 1000] { #expect(steps(text, piece: piece) == wanted) }
  }

  @Test func `a chunked body is joined, and its trailer is dropped`() {
    let text =
      "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "3\r\nabc\r\nA;name=value\r\n0123456789\r\n0\r\nX: y\r\n\r\n"
    for piece in [1, 4, 1000] {
      guard case .request(let request, _)? = steps(text, piece: piece).first else {
        Issue.record("no request")
        return
      }
      #expect(request.body == Array("abc0123456789".utf8))
    }
  }

  @Test func `a client that expects it is told to continue, once and before the body`() {
    let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    #expect(steps(head) == [.wantsContinue])
    let whole = steps(head + "ab")
    #expect(whole.count == 1)
    #expect(steps(head + "ab", piece: head.utf8.count).first == .wantsContinue)
  }

  @Test func `what is malformed or too large is refused with its status`() {
    let host = "Host: x\r\n"
    #expect(refusal("nonsense\r\n\r\n") == 400)
    #expect(refusal("GET /a b HTTP/1.1\r\n\(host)\r\n") == 400)
    #expect(refusal("GET / HTTP/1.1\r\n\r\n") == 400)
    #expect(refusal("GET / HTTP/2\r\n\(host)\r\n") == 505)
    #expect(refusal("GET / HTTP/1.1\r\n\(host)Bad Name: x\r\n\r\n") == 400)
    #expect(refusal("GET / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n") == 400)
    #expect(
      refusal("GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\n") == 400)
    #expect(
      refusal("GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")
        == 400)
    #expect(refusal("GET / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\n") == 501)
    #expect(refusal("POST / HTTP/1.1\r\n\(host)Content-Length: 4194305\r\n\r\n") == 413)
    #expect(
      refusal("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n400001\r\n") == 413)
    #expect(refusal("POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n") == 400)
    #expect(refusal("GET / HTTP/1.1\r\n" + String(repeating: "a", count: 40_000)) == 431)
    #expect(
      refusal("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n") == 431)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `damaged bytes in random pieces end in a request or a refusal`(seed: UInt64) {
    let chance = SeededSurroundings(seed: seed)
    var bytes = Array(
      ("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
        + "POST /y HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n0\r\n\r\n")
        .utf8)
    for _ in 0..<chance.random() % 4 {
      bytes[Int(chance.random() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.random())
    }
    var whole = RequestParser()
    whole.append(bytes)
    var expected: [RequestParser.Step] = []
    read(&whole, into: &expected)
    var pieces = RequestParser()
    var found: [RequestParser.Step] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int(1 + chance.random() % 9)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
      read(&pieces, into: &found)
    }
    #expect(found == expected, "seed=\(seed)")
    #expect(found.count <= bytes.count)
  }

  private func read(_ parser: inout RequestParser, into steps: inout [RequestParser.Step]) {
    while true {
      let step = parser.next()
      switch step {
      case .waiting: return
      case .wantsContinue: continue
      case .refused:
        if steps.last != step { steps.append(step) }
        return
      case .request: steps.append(step)
      }
    }
  }
}
