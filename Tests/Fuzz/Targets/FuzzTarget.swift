/// What is fed with bytes that nobody thought of. A trap ends the run; what else must not be is
/// said.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The JSON scanner.
  case json
  /// References, alone and in running text.
  case references
  /// The HTTP server and what answers behind it.
  case http
  /// Stamps, cursors, ids and times as text.
  case stamps
  /// Payloads of queue entries.
  case payloads

  /// What is wrong with what becomes of an input; nil for nothing.
  package func problem(with input: [UInt8]) -> String? {
    switch self {
    case .json: JSONTarget.problem(input)
    case .references: ReferenceTarget.problem(input)
    case .http: HTTPTarget.problem(input)
    case .stamps: StampTarget.problem(input)
    case .payloads: PayloadTarget.problem(input)
    }
  }
}
