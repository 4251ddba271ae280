/// What a failure asks for. Each answer that is no success has exactly one class: see `RetryTable`.
package enum FailureClass: String, Sendable, CaseIterable {
  /// It passes by itself: the network, a busy or restarting cloud, an answer that is not ours.
  case wait
  /// The token is not taken: renewed once, then the person signs in.
  case signIn = "sign_in"
  /// The data itself was refused: an attempt of the change that stands alone.
  case refused
  /// The project lacks what we call, or has it in an older form: it must be deployed.
  case serverNotReady = "server_not_ready"
  /// The request is wrong, or what is set up here: a fault on this computer.
  case ours

  /// Whether the same call may succeed later without anybody's doing here.
  package var isPassing: Bool { self == .wait || self == .serverNotReady }
}
