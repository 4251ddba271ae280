import Glibc

/// One run of another program: something to its standard input, something from its output, and an
/// end in any case.
struct ToolRun {
  struct Outcome {
    let status: Int32
    let output: [UInt8]
    let complaint: [UInt8]
  }

  let path: String
  let words: [String]
  let patience: Duration

  /// Most that is taken of its output. Unit: bytes.
  private static let outputBytes = 1 << 20
  /// How long one look at its pipes lasts. Unit: milliseconds.
  private static let stepMilliseconds: Int32 = 50

  /// Nil where it could not be started, or did not end in time: then it was killed.
  func outcome(giving input: [UInt8]) -> Outcome? {
    guard let pipes = Pipes() else { return nil }
    guard let process = start(pipes) else {
      pipes.closeAll()
      return nil
    }
    let (output, complaint, isDone) = talk(pipes, input)
    guard isDone, let status = end(of: process) else {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
      return nil
    }
    return Outcome(status: status, output: output, complaint: complaint)
  }

  /// A pair of sockets for each stream: a write to one that is closed is an error then, not a
  /// signal.
  private struct Pipes {
    let input = Self.pair()
    let output = Self.pair()
    let complaint = Self.pair()

    init?() {
      guard input.ours >= 0, output.ours >= 0, complaint.ours >= 0 else {
        closeAll()
        return nil
      }
    }

    private static func pair() -> (ours: Int32, theirs: Int32) {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return (-1, -1) }
      return (ends[0], ends[1])
    }

    func closeAll() {
      for pair in [input, output, complaint] where pair.ours >= 0 {
        close(pair.ours)
        close(pair.theirs)
      }
    }
  }

  /// In a group of its own, so that no key of the terminal reaches it and all of it can be ended.
  private func start(_ pipes: Pipes) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, pipes.input.theirs, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.output.theirs, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.complaint.theirs, STDERR_FILENO)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let failed = posix_spawn(&process, path, &actions, &attributes, pointers + [nil], environ)
    return failed == 0 ? process : nil
  }

  /// Writes and reads until both of its outputs are closed; false where that takes too long.
  private func talk(
    _ pipes: Pipes, _ input: [UInt8]
  ) -> (output: [UInt8], complaint: [UInt8], isDone: Bool) {
    close(pipes.input.theirs)
    close(pipes.output.theirs)
    close(pipes.complaint.theirs)
    var rest = input[...]
    var texts: [[UInt8]] = [[], []]
    var ends = [pipes.output.ours, pipes.complaint.ours, pipes.input.ours]
    defer { for end in ends where end >= 0 { close(end) } }
    var steps = patience.components.seconds * 1000 / Int64(Self.stepMilliseconds)
    while ends[0] >= 0 || ends[1] >= 0 {
      if rest.isEmpty, ends[2] >= 0 {
        close(ends[2])
        ends[2] = -1
      }
      var watched = zip(ends, [POLLIN, POLLIN, POLLOUT]).map {
        pollfd(fd: $0, events: Int16($1), revents: 0)
      }
      let ready = poll(&watched, 3, Self.stepMilliseconds)
      if ready <= 0 {
        steps -= 1
        guard steps > 0 else { return (texts[0], texts[1], false) }
        continue
      }
      if watched[2].revents != 0 { rest = write(rest, to: ends[2]) }
      for index in 0..<2 where watched[index].revents != 0 {
        if !take(&texts[index], from: ends[index]) {
          close(ends[index])
          ends[index] = -1
        }
      }
    }
    return (texts[0], texts[1], true)
  }

  /// What is left to write; nothing where it does not listen any more.
  private func write(_ rest: ArraySlice<UInt8>, to descriptor: Int32) -> ArraySlice<UInt8> {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? rest : [] }
    return rest.dropFirst(count)
  }

  /// False at the end.
  private func take(_ text: inout [UInt8], from descriptor: Int32) -> Bool {
    var block = [UInt8](repeating: 0, count: 16 << 10)
    let count = Glibc.read(descriptor, &block, block.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    if text.count < Self.outputBytes { text += block[..<count] }
    return count > 0
  }

  /// Its exit status once its outputs are closed; nil where it goes on, or a signal ended it.
  private func end(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<20 {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
      if ended < 0, errno != EINTR { return nil }
      poll(nil, 0, Self.stepMilliseconds)
    }
    return nil
  }
}
