import Glibc
import Testing

/// A socket to a port of this computer, for what no well-behaved client does.
final class RawClient {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = UInt16(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    let size = UInt32(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, UInt32(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
  }

  deinit { close(descriptor) }

  /// Whether every byte was taken.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything up to the end of the connection.
  func readToEnd() -> String {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += block[..<count]
    }
  }
}
