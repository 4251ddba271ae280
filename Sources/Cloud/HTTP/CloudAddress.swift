/// Where a cloud is: `https://name.supabase.co`, `http://127.0.0.1:54321`.
package struct CloudAddress: Sendable, Equatable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// The host in lower case, without a port; IPv6 in brackets.
  package let host: String
  /// The port, where one was written.
  package let port: UInt16?
  /// A path in front of everything, without a slash at its end; mostly empty.
  package let prefix: String

  /// The address as one writes it, without a slash at its end.
  package var description: String {
    "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(prefix)"
  }

  /// Whether the cloud is on this computer: then a key may be left out and proxies are ignored.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || isLoopbackIPv4
  }

  private var isLoopbackIPv4: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Reads an address; `notConfigured` says what is wrong with it.
  package init(_ text: String) throws(CloudError) {
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    guard text[colon...].hasPrefix("://") else {
      throw .notConfigured("an address begins with https:// or http://")
    }
    scheme = text[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw .notConfigured("'\(scheme)' is neither https nor http")
    }
    let rest = text[colon...].dropFirst(3)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    (host, port) = try Self.hostAndPort(in: rest[..<end])
    let path = rest[end...]
    guard path.utf8.allSatisfy(\.isPathByte) else {
      throw .notConfigured("a cloud's address has no query, and only plain characters in its path")
    }
    let last = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    prefix = last.map { String(path[...$0]) } ?? ""
  }

  private static func hostAndPort(
    in authority: Substring
  ) throws(CloudError) -> (String, UInt16?) {
    let afterHost =
      authority.first == "["
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let afterHost else { throw .notConfigured("the bracket of the host is not closed") }
    let host = authority[..<afterHost].lowercased()
    guard !host.isEmpty, host != "[]", host.utf8.allSatisfy(\.isHostByte) else {
      throw .notConfigured("an address names a host, and neither user nor password")
    }
    let rest = authority[afterHost...]
    if rest.isEmpty { return (host, nil) }
    guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else {
      throw .notConfigured("the port is a number from 1 to 65535")
    }
    return (host, port)
  }
}

extension UInt8 {
  fileprivate var isHostByte: Bool { isLetterOrDigit || "-._:[]".utf8.contains(self) }
  fileprivate var isPathByte: Bool { isLetterOrDigit || "-._~/%".utf8.contains(self) }

  /// Whether the byte is A–Z, a–z or 0–9.
  package var isLetterOrDigit: Bool {
    (97...122).contains(asciiLowercased) || (48...57).contains(self)
  }
}
