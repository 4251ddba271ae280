import Glibc
import Synchronization

/// A thread with every signal blocked: signals belong to the prompt.
struct ServingThread: Sendable {
  private let id: pthread_t

  init(_ body: @escaping @Sendable () -> Void) throws(EmbeddedCloudError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var every = sigset_t()
    var before = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_SETMASK, &every, &before)
    var made = pthread_t()
    let outcome = pthread_create(&made, nil, runThreadBody, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard outcome == 0 else {
      box.release()
      throw .cannotListen(port: 0, reason: systemText(outcome))
    }
    id = made
  }

  /// Waits until the thread has ended.
  func join() { pthread_join(id, nil) }
}

/// Whether a serving thread got its answerer; the thread that started it waits for that.
final class ServingStart: Sendable {
  private let pipe: Pipe
  private let error = Mutex<EmbeddedCloudError?>(nil)

  init() throws(EmbeddedCloudError) { pipe = try Pipe() }

  func succeeded() { pipe.poke() }

  func failed(_ reason: EmbeddedCloudError) {
    error.withLock { $0 = reason }
    pipe.poke()
  }

  /// Waits; nil where all is well.
  func outcome() -> EmbeddedCloudError? {
    pipe.wait()
    return error.withLock { $0 }
  }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
