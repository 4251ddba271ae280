import Cloud
import Glibc

/// One client's connection: what it sent, and what it has not read yet.
final class ServerConnection {
  /// What poll(2) is asked to tell.
  enum Wish {
    case nothing, input, output
  }

  private enum Phase {
    case serving
    /// The last answer is being written; afterwards the rest of the input is thrown away.
    case closing
    case draining(bytesLeft: Int)
    case closed
  }

  let socket: Int32
  private var parser = RequestParser()
  private var output: [UInt8] = []
  private var written = 0
  private var phase = Phase.serving
  private var inputEnded = false

  init(socket: Int32) { self.socket = socket }

  deinit { close(socket) }

  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// Whether the client would lose nothing by a hang-up: it is between requests, or was refused.
  var isIdle: Bool {
    switch phase {
    case .serving: parser.isIdle && written == output.count
    case .closing: false
    case .draining, .closed: true
    }
  }

  var wish: Wish {
    if written < output.count { return .output }
    if case .closed = phase { return .nothing }
    return .input
  }

  /// Reads what is there, through `block`, and answers the requests in it.
  func takeInput(through block: inout [UInt8], _ answerer: any RequestAnswering) {
    let count = block.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    if count < 0 {
      if errno != EAGAIN && errno != EINTR { phase = .closed }
      return
    }
    if count == 0 { inputEnded = true }
    switch phase {
    case .serving:
      parser.append(block[..<count])
      serve(answerer)
    case .closing: break
    case .draining(let left):
      phase = inputEnded || count > left ? .closed : .draining(bytesLeft: left - count)
    case .closed: break
    }
  }

  /// Writes what the client will take, then goes on with requests that waited for room.
  func giveOutput(_ answerer: any RequestAnswering) {
    flush()
    if case .serving = phase, written == output.count { serve(answerer) }
  }

  /// Takes no further requests: the connection ends once its answers are written.
  func finish() {
    if case .serving = phase { phase = .closing }
    flush()
  }

  private func serve(_ answerer: any RequestAnswering) {
    while case .serving = phase, output.count - written < HTTPLimits.waitingOutputBytes {
      switch parser.next() {
      case .waiting:
        if inputEnded { phase = .closing }
        return flush()
      case .wantsContinue:
        output += HTTPResponse(status: 100).wireBytes(isHead: false, keepsOpen: true)
      case .request(let request, let keepsOpen):
        guard let answer = answerer.answerUnlessLost(request) else {
          phase = .closed
          return
        }
        output += answer.wireBytes(isHead: request.method == "HEAD", keepsOpen: keepsOpen)
        if !keepsOpen { phase = .closing }
      case .refused(let status, let reason):
        let answer = HTTPResponse(
          status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
          body: Array("\(reason)\n".utf8))
        output += answer.wireBytes(isHead: false, keepsOpen: false)
        phase = .closing
      }
    }
    flush()
  }

  private func flush() {
    while written < output.count {
      let count = output.withUnsafeBytes {
        send(socket, $0.baseAddress?.advanced(by: written), $0.count - written, noSignal)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno != EAGAIN { phase = .closed }
        break
      }
      written += count
    }
    if written == output.count || isClosed {
      output.removeAll(keepingCapacity: output.count <= HTTPLimits.waitingOutputBytes)
      written = 0
      if case .closing = phase { hangUp() }
    }
  }

  /// Closing with unread input would reset the connection and may take the answer with it.
  private func hangUp() {
    shutdown(socket, Int32(SHUT_WR))
    phase = inputEnded ? .closed : .draining(bytesLeft: HTTPLimits.drainedBytes)
  }
}

private let noSignal = Int32(MSG_NOSIGNAL)
