import Glibc

/// Waits for every connection at once and serves those that are ready.
final class ServingLoop {
  private let listener: Int32
  private let wake: Int32
  private let answerer: any RequestAnswering
  private var connections: [ServerConnection] = []
  private var block = [UInt8](repeating: 0, count: 64 << 10)

  init(listener: Int32, wake: Int32, answerer: any RequestAnswering) {
    self.listener = listener
    self.wake = wake
    self.answerer = answerer
  }

  /// Serves until the wake pipe is poked; then gives out the answers that are ready.
  func run() {
    while true {
      var waiting = descriptors()
      guard poll(&waiting, UInt(waiting.count), -1) >= 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      if waiting[0].revents != 0 { return finish() }
      for (place, connection) in connections.enumerated() where waiting[place + 2].revents != 0 {
        serve(connection, waiting[place + 2].revents)
      }
      connections.removeAll(where: \.isClosed)
      if waiting[1].revents != 0 { _ = accept() }
    }
  }

  private func descriptors() -> [pollfd] {
    var list = [
      pollfd(fd: wake, events: readable, revents: 0),
      pollfd(fd: listener, events: readable, revents: 0),
    ]
    for connection in connections {
      let events: Int16 =
        switch connection.wish {
        case .nothing: 0
        case .input: readable
        case .output: writable
        }
      list.append(pollfd(fd: connection.socket, events: events, revents: 0))
    }
    return list
  }

  private func serve(_ connection: ServerConnection, _ events: Int16) {
    if case .output = connection.wish {
      connection.giveOutput(answerer)
    } else {
      connection.takeInput(through: &block, answerer)
    }
  }

  /// Takes one waiting connection; false where there is none.
  private func accept() -> Bool {
    if connections.count >= HTTPLimits.connections {
      connections.remove(at: connections.firstIndex(where: \.isIdle) ?? 0)
    }
    let socket = Glibc.accept(listener, nil, nil)
    guard socket >= 0 else {
      // Out of descriptors: an old connection makes room, or poll(2) would report it for ever.
      if errno == EMFILE || errno == ENFILE, !connections.isEmpty { connections.removeFirst() }
      return false
    }
    var isOn: Int32 = 1
    setsockopt(socket, tcpLevel, TCP_NODELAY, &isOn, UInt32(MemoryLayout<Int32>.size))
    let flags = fcntl(socket, F_GETFL)
    guard fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(socket, F_SETFD, FD_CLOEXEC) == 0
    else {
      close(socket)
      return true
    }
    connections.append(ServerConnection(socket: socket))
    return true
  }

  /// Bounded: a client that does not read holds the end up for a second at most.
  private func finish() {
    var taken = 0
    while taken < HTTPLimits.connections, accept() { taken += 1 }
    for connection in connections {
      if case .input = connection.wish { connection.takeInput(through: &block, answerer) }
      connection.finish()
    }
    for _ in 0..<10 {
      connections.removeAll { if case .output = $0.wish { false } else { true } }
      if connections.isEmpty { return }
      var waiting = connections.map { pollfd(fd: $0.socket, events: writable, revents: 0) }
      poll(&waiting, UInt(waiting.count), 100)
      for connection in connections { connection.giveOutput(answerer) }
    }
  }
}

private let readable = Int16(POLLIN)
private let writable = Int16(POLLOUT)
private let tcpLevel = Int32(IPPROTO_TCP)
