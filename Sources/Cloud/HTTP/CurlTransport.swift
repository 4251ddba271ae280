import CCurl
import Vocabulary

/// The port to a cloud over HTTP, through libcurl.
///
/// Shape: one handle and its open connections, used again by every exchange. No redirect is
/// followed; proxies from the environment hold, but not towards this computer. libcurl itself sends
/// a request again where a kept connection turns out to have been closed before it arrived.
/// Errors: as `CloudPort`; `libraryMissing` at the first exchange where libcurl is not installed.
package final class CurlTransport: CloudPort {
  /// Where the cloud is.
  package let address: CloudAddress
  private let connectWithin: Duration
  private let answerWithin: Duration
  private let stop: StopQuestion
  private var handle: OpaquePointer?

  /// - Parameter isStopped: asked ten times a second while waiting; true ends the exchange.
  package init(
    to address: CloudAddress, connectWithin: Duration = .seconds(10),
    answerWithin: Duration = .seconds(60), isStopped: @escaping () -> Bool = { false }
  ) {
    self.address = address
    self.connectWithin = connectWithin
    self.answerWithin = answerWithin
    stop = StopQuestion(isStopped)
  }

  deinit { if let handle { lectern_curl_close(handle) } }

  package func exchange(_ request: HTTPRequest) throws(CloudError) -> HTTPResponse {
    let handle = try openHandle()
    try check(request)
    for field in headers(of: request) {
      guard lectern_curl_header(handle, "\(field.name): \(field.value)") == 0 else {
        throw .offline(curl: 0, text: "memory ran out")
      }
    }
    let outcome = perform(request, on: handle)
    guard outcome == 0 else { throw failure(outcome, on: handle) }
    defer { lectern_curl_forget(handle) }
    return response(on: handle)
  }

  /// Connections that the last exchange had to make; 0 where an open one was used again.
  package var connectionsMade: Int { handle.map { lectern_curl_connects($0) } ?? 0 }

  private func openHandle() throws(CloudError) -> OpaquePointer {
    if let handle { return handle }
    if let reason = lectern_curl_load() {
      throw .libraryMissing(name: "libcurl.so.4", reason: String(cString: reason))
    }
    guard let opened = lectern_curl_open() else {
      throw .offline(curl: 0, text: "memory ran out")
    }
    handle = opened
    return opened
  }

  /// Tokens come from outside: a line end in one must not become a header of its own.
  private func check(_ request: HTTPRequest) throws(CloudError) {
    guard request.path.utf8.first == UInt8(ascii: "/"),
      request.path.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw .badValue(argument: "path", problem: "must begin with '/' and be encoded") }
    for field in request.headers.fields
    where !field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) {
      throw .badValue(argument: field.name, problem: "holds a control character")
    }
  }

  /// The request's own fields; an empty `Expect` and content type keep libcurl from adding its own.
  private func headers(of request: HTTPRequest) -> [HTTPHeaders.Field] {
    var headers = request.headers
    if headers["User-Agent"] == nil { headers.add("User-Agent", "lectern") }
    if headers["Expect"] == nil { headers.add("Expect", "") }
    if headers["Content-Type"] == nil { headers.add("Content-Type", "") }
    return headers.fields
  }

  private func perform(_ request: HTTPRequest, on handle: OpaquePointer) -> Int32 {
    "\(address)\(request.path)".withCString { url in
      request.method.withCString { method in
        request.body.withUnsafeBytes { body in
          var asked = lectern_curl_request(
            method: method, url: url, body: body.baseAddress, body_bytes: body.count,
            answer_limit_bytes: Limits.replyBytes,
            connect_ms: Int(connectWithin.wholeMilliseconds),
            answer_ms: Int(answerWithin.wholeMilliseconds),
            ignores_proxy: address.isLoopback ? 1 : 0,
            stop: StopQuestion.ask, stop_context: stop.context)
          return withExtendedLifetime(stop) { lectern_curl_perform(handle, &asked) }
        }
      }
    }
  }

  private func failure(_ outcome: Int32, on handle: OpaquePointer) -> CloudError {
    let text = String(cString: lectern_curl_text(handle))
    switch outcome {
    case Int32(LECTERN_CURL_STOPPED): return .interrupted
    case Int32(LECTERN_CURL_TOO_LARGE):
      return .unreadable(
        status: lectern_curl_status(handle), reason: "more than \(Limits.replyBytes) bytes")
    case Int32(LECTERN_CURL_NO_MEMORY): return .lost(curl: 0, text: "memory ran out")
    case curlUnsupportedProtocol, curlWeirdReply:
      return .unreadable(status: 0, reason: "no HTTP")
    case _ where lectern_curl_sent(handle) == 0: return .offline(curl: outcome, text: text)
    case curlTimedOut: return .timedOut(after: answerWithin)
    default: return .lost(curl: outcome, text: text)
    }
  }

  private func response(on handle: OpaquePointer) -> HTTPResponse {
    var headBytes = 0
    var bodyBytes = 0
    let head = lectern_curl_head(handle, &headBytes)
    let body = lectern_curl_body(handle, &bodyBytes)
    return HTTPResponse(
      status: lectern_curl_status(handle),
      headers: HTTPHeaders(
        head: UnsafeRawBufferPointer(start: UnsafeRawPointer(head), count: headBytes)),
      body: Array(UnsafeRawBufferPointer(start: body, count: bodyBytes)))
  }
}

// Numbers of libcurl's outcomes. Source: https://curl.se/libcurl/c/libcurl-errors.html
private let curlUnsupportedProtocol: Int32 = 1
private let curlWeirdReply: Int32 = 8
private let curlTimedOut: Int32 = 28

extension HTTPHeaders {
  /// Reads the lines of a message head, its first line left out.
  fileprivate init(head: UnsafeRawBufferPointer) {
    self.init()
    for line in head.split(separator: 0x0a).dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      add(
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: line[(colon + 1)...].trimmingBlanks, as: UTF8.self))
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var trimmingBlanks: Self {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
