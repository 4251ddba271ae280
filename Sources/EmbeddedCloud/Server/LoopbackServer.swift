import Glibc
import Synchronization

/// HTTP/1.1 on 127.0.0.1: one thread serves every connection and owns what answers.
///
/// Shape: keep-alive, pipelining, bodies by length or in chunks, bounded by `HTTPLimits` and
/// `Limits.requestBytes`. The answerer is made on the serving thread and never leaves it.
/// Why: with one thread nothing needs a lock, and a client of a sync waits for the network anyway.
package final class LoopbackServer: Sendable {
  /// The port it listens on.
  package let port: UInt16
  /// `http://127.0.0.1:PORT`.
  package var url: String { "http://127.0.0.1:\(port)" }

  private let wakePipe: Pipe
  private let thread: Mutex<ServingThread?>

  /// Begins to serve; when it returns, requests are answered.
  ///
  /// - Parameter port: 0 for any free one.
  /// Errors: `cannotListen`, or what `answerer` throws.
  package init(
    port: UInt16 = 0,
    answerer: @escaping @Sendable () throws(EmbeddedCloudError) -> any RequestAnswering
  ) throws(EmbeddedCloudError) {
    let listener = try Listener(port: port)
    self.port = listener.port
    let wakePipe = try Pipe()
    self.wakePipe = wakePipe
    let start = try ServingStart()
    let running = try ServingThread { [listener] in
      do throws(EmbeddedCloudError) {
        let loop = ServingLoop(
          listener: listener.socket, wake: wakePipe.reading, answerer: try answerer())
        start.succeeded()
        loop.run()
      } catch {
        start.failed(error)
      }
      withExtendedLifetime(listener) {}
    }
    thread = Mutex(running)
    if let error = start.outcome() {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// Answers what has arrived, closes every connection, and returns when the thread has ended.
  package func stop() {
    guard let running = thread.withLock({ $0.take() }) else { return }
    wakePipe.poke()
    running.join()
  }
}

/// The socket that takes connections.
final class Listener: Sendable {
  let socket: Int32
  let port: UInt16

  init(port: UInt16) throws(EmbeddedCloudError) {
    let made = Glibc.socket(AF_INET, streamSocket | nonBlocking | closesOnExec, 0)
    guard made >= 0 else { throw .cannotListen(port: port, reason: systemText(errno)) }
    var isOn: Int32 = 1
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &isOn, UInt32(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = UInt16(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = UInt32(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made, $0, length) == 0 && listen(made, 128) == 0 && getsockname(made, $0, &length) == 0
      }
    }
    guard isListening else {
      let reason = systemText(errno)
      close(made)
      throw .cannotListen(port: port, reason: reason)
    }
    socket = made
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}

/// Two ends of a pipe, to wake a thread that waits in poll(2).
final class Pipe: Sendable {
  let reading: Int32
  private let writing: Int32

  init() throws(EmbeddedCloudError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .cannotListen(port: 0, reason: systemText(errno))
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Makes the reading end readable.
  func poke() {
    var byte: UInt8 = 1
    while write(writing, &byte, 1) < 0, errno == EINTR {}
  }

  /// Waits until it was poked.
  func wait() {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) < 0, errno == EINTR {}
  }
}

/// The system's words for an errno.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

private let streamSocket = Int32(SOCK_STREAM.rawValue)
private let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
private let closesOnExec = Int32(SOCK_CLOEXEC.rawValue)
