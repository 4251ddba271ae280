package import Vocabulary

/// What happened on devices and in their cloud, in the order of time: what a page is drawn from.
package struct Flow: Sendable {
  /// What the page is called.
  package var title: String
  /// The devices, each a lane of its own; the cloud's lane comes after them.
  package let lanes: [String]
  /// What one should know of it all, such as a seed; a line each.
  package var notes: [String] = []
  /// The oldest first.
  package var events: [FlowEvent] = []
  /// Events that are not here any more, since later ones took their room.
  package var leftOut = 0

  package init(title: String, lanes: [String]) {
    self.title = title
    self.lanes = lanes
  }
}

/// One thing that happened.
package struct FlowEvent: Sendable {
  /// What sort of thing it is.
  package enum Kind: Sendable {
    /// Edits of a person or a script, captured in the queue.
    case edits(Int)
    /// A request and what came back.
    case exchange(FlowExchange)
    /// A value that lost against another device's, kept.
    case conflict
    /// Something about the device: its network, clock, power, queue.
    case device
    /// Something done to the cloud by others than devices.
    case cloud
  }

  /// When, by the clock of the whole flow.
  package let at: Instant
  /// The device's place among the lanes; nil for the cloud's lane.
  package let lane: Int?
  /// What sort of thing it is.
  package internal(set) var kind: Kind
  /// A few words.
  package internal(set) var title: String
  /// More, on demand; a line each.
  package internal(set) var details: [String]
  /// The device's queue afterwards; nil where it cannot have changed.
  package let queue: FlowQueue?

  package init(
    at: Instant, lane: Int?, _ kind: Kind, _ title: String, details: [String] = [],
    queue: FlowQueue? = nil
  ) {
    self.at = at
    self.lane = lane
    self.kind = kind
    self.title = title
    self.details = details
    self.queue = queue
  }
}

/// How many entries a queue holds, by their state.
package struct FlowQueue: Sendable, Equatable {
  /// Those that wait for the next push.
  package var ready = 0
  /// Those that were sent and not answered.
  package var sending = 0
  /// Those that wait for a person.
  package var parked = 0

  package init() {}
}

/// The second half of a request.
package struct FlowExchange: Sendable {
  /// What became of it.
  package enum Outcome: String, Sendable {
    /// It did what was asked.
    case answered
    /// An answer came that was none of success.
    case refused
    /// It arrived, and its answer did not.
    case lost
    /// It never arrived.
    case unsent
  }

  /// What became of it.
  package let outcome: Outcome
  /// When that was known.
  package let end: Instant
  /// A few words.
  package let reply: String
  /// More, on demand; a line each.
  package let details: [String]
  /// What went wrong on purpose; nil for nothing.
  package let fault: String?

  package init(
    _ outcome: Outcome, at end: Instant, _ reply: String, details: [String] = [],
    fault: String? = nil
  ) {
    self.outcome = outcome
    self.end = end
    self.reply = reply
    self.details = details
    self.fault = fault
  }
}
