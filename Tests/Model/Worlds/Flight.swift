import Cloud
import Glibc

/// A request of a device that takes its time: the engine waits for the answer, on a thread of its
/// own, while the world goes on. Only one of the two runs at a time.
final class Flight {
  /// What comes of the request.
  enum End { case reply([UInt8]), lost, killed }

  /// What was asked.
  struct Request {
    let function: String
    let body: [UInt8]
    let user: String
  }

  /// What was asked; nil where nothing was.
  private(set) var request: Request?
  /// What the cloud answered, before it arrives.
  var reply: [UInt8]?
  /// Whether rows that a full pull missed are asked for behind it.
  let mayAsk: Bool
  private var end: End?
  private var isOver = false
  private let world = Turn()
  private let engine = Turn()
  private var thread = pthread_t()

  /// Lets `body` run until it asks the cloud, or ends.
  init(mayAsk: Bool, _ body: @escaping (Flight) -> Void) {
    self.mayAsk = mayAsk
    let box = Unmanaged.passRetained(
      FlightBody {
        body(self)
        self.isOver = true
        self.world.give()
      })
    let outcome = pthread_create(&thread, nil, runFlight, box.toOpaque())
    precondition(outcome == 0, "no thread for a request")
    world.take()
    if isOver { pthread_join(thread, nil) }
  }

  /// Whether the cloud was asked already: a flight is one request.
  var isSpent: Bool { end != nil }

  /// On the engine's side: asks, and waits for what comes of it.
  func exchange(_ asked: Request) throws(CloudError) -> [UInt8] {
    request = asked
    world.give()
    engine.take()
    switch end {
    case .reply(let bytes): return bytes
    case .lost, nil: throw .lost(curl: 52, text: "the reply was lost")
    case .killed: throw .interrupted
    }
  }

  /// On the world's side: lets the engine go on to its end.
  func finish(_ end: End) {
    self.end = end
    engine.give()
    world.take()
    pthread_join(thread, nil)
  }
}

/// Whose turn it is.
private final class Turn {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func give() { sem_post(semaphore) }
  func take() { while sem_wait(semaphore) != 0 {} }
}

private final class FlightBody {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

private func runFlight(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<FlightBody>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
