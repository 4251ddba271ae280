import Cloud

/// The request line and header fields of one request, checked.
struct RequestHead: Equatable {
  /// How long the body is.
  enum Length: Equatable {
    case bytes(Int)
    case chunked
  }

  /// Why a head is refused, as an HTTP status.
  struct Refusal: Error, Equatable {
    let status: Int
    let reason: String
  }

  let method: String
  /// The path from the root, with the query.
  let target: String
  let headers: HTTPHeaders
  let length: Length
  let keepsOpen: Bool
  let expectsContinue: Bool

  /// Reads a head with the empty line that ends it.
  static func read(_ bytes: ArraySlice<UInt8>) -> Result<RequestHead, Refusal> {
    do throws(Refusal) { return .success(try RequestHead(bytes)) } catch { return .failure(error) }
  }

  private init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    var lines = HeadLines(bytes)
    guard let first = try lines.next() else {
      throw Refusal(status: 400, reason: "there is no request line")
    }
    let parts = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
      throw Refusal(status: 400, reason: "the request line is malformed")
    }
    method = String(decoding: parts[0], as: UTF8.self)
    target = try Self.target(parts[1])
    let isOld = try Self.isOldVersion(parts[2])
    var headers = HTTPHeaders()
    while let line = try lines.next() {
      guard headers.fields.count < HTTPLimits.fields else {
        throw Refusal(status: 431, reason: "there are too many header fields")
      }
      try Self.read(line, into: &headers)
    }
    self.headers = headers
    guard isOld || headers["Host"] != nil else {
      throw Refusal(status: 400, reason: "there is no Host field")
    }
    length = try Self.length(headers)
    let connection = headers["Connection"]?.lowercased() ?? ""
    keepsOpen = isOld ? connection == "keep-alive" : connection != "close"
    expectsContinue = !isOld && headers["Expect"]?.lowercased() == "100-continue"
  }

  private static func target(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> String {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw Refusal(status: 400, reason: "the request target is malformed")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("/") || text == "*" { return text }
    for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
      let rest = text.dropFirst(scheme.count)
      return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
    throw Refusal(status: 400, reason: "the request target is malformed")
  }

  private static func isOldVersion(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> Bool {
    switch String(decoding: bytes, as: UTF8.self) {
    case "HTTP/1.1": return false
    case "HTTP/1.0": return true
    case let version where version.hasPrefix("HTTP/"):
      throw Refusal(status: 505, reason: "only HTTP/1.1 is spoken here")
    default: throw Refusal(status: 400, reason: "the request line is malformed")
    }
  }

  private static func read(
    _ line: ArraySlice<UInt8>, into headers: inout HTTPHeaders
  ) throws(Refusal) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenByte)
    else { throw Refusal(status: 400, reason: "a header field is malformed") }
    var value = line[(colon + 1)...]
    while let byte = value.first, byte == 0x20 || byte == 0x09 { value = value.dropFirst() }
    while let byte = value.last, byte == 0x20 || byte == 0x09 { value = value.dropLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
      throw Refusal(status: 400, reason: "a header field holds a control character")
    }
    headers.add(
      String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private static func length(_ headers: HTTPHeaders) throws(Refusal) -> Length {
    var coding: String?
    var lengths: [String] = []
    for field in headers.fields {
      if field.name.isSameFieldName(as: "Transfer-Encoding") {
        coding = coding.map { "\($0), \(field.value)" } ?? field.value
      }
      if field.name.isSameFieldName(as: "Content-Length") { lengths.append(field.value) }
    }
    if let coding {
      guard coding.lowercased() == "chunked" else {
        throw Refusal(status: 501, reason: "only chunked bodies are taken")
      }
      guard lengths.isEmpty else {
        throw Refusal(status: 400, reason: "the body has two lengths")
      }
      return .chunked
    }
    guard let first = lengths.first else { return .bytes(0) }
    guard lengths.allSatisfy({ $0 == first }), !first.isEmpty, first.utf8.count <= 18,
      first.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(first)
    else { throw Refusal(status: 400, reason: "the body's length is malformed") }
    return .bytes(count)
  }
}

/// The lines of a head, each ended by CRLF, up to the empty one.
private struct HeadLines {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() throws(RequestHead.Refusal) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0x0a), end > rest.startIndex, rest[end - 1] == 0x0d else {
      throw RequestHead.Refusal(status: 400, reason: "a line ends without CR")
    }
    let line = rest[rest.startIndex..<end - 1]
    rest = rest[(end + 1)...]
    return line.isEmpty ? nil : line
  }
}

extension UInt8 {
  /// Whether the byte may stand in a method or field name.
  fileprivate var isTokenByte: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
