/// One question to the cloud.
package struct HTTPRequest: Sendable, Equatable {
  /// `GET`, `POST` and the like, in capitals.
  package var method: String
  /// The path from the root, with the query: `/rest/v1/rpc/sync_pull`.
  package var path: String
  /// Those that the transport does not set by itself.
  package var headers: HTTPHeaders
  /// Empty for none.
  package var body: [UInt8]

  package init(
    method: String, path: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// Method, path without the query, and size: nothing secret, so that it may be logged.
  package var description: String {
    let end = path.firstIndex(of: "?") ?? path.endIndex
    return "\(method) \(path[..<end]) (\(body.count) bytes)"
  }
}

/// What the cloud, or whatever stands in its place, said.
package struct HTTPResponse: Sendable, Equatable {
  /// The status code.
  package var status: Int
  /// Those that came with it.
  package var headers: HTTPHeaders
  /// Its bytes, decompressed.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse: CustomStringConvertible {
  /// Status and size only: bodies hold tokens and what people wrote.
  package var description: String { "HTTP \(status) (\(body.count) bytes)" }
}
