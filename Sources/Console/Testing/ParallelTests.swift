import Glibc
import LuaRuntime
import Vocabulary

/// Files run by several processes of this program at the same time, told in the order of the files.
struct ParallelTests {
  private let options: Options
  private let test: TestOptions
  private let seed: UInt64

  init(_ options: Options, _ test: TestOptions, seed: UInt64) {
    self.options = options
    self.test = test
    self.seed = seed
  }

  /// A file whose cases run in a process.
  private struct Work {
    let pipe: UnsafeMutablePointer<FILE>
    let place: Int
  }

  /// Errors: an interrupt of this process; what a process could not do is a case that failed.
  func run(_ files: [TestFiles.Named], _ tell: (TestResult) throws -> Void) throws {
    var waiting = Array(files.indices.reversed())
    var working: [Work] = []
    var lines = [[UInt8]](repeating: [], count: files.count)
    var isDone = [Bool](repeating: false, count: files.count)
    var told = 0
    defer { for work in working { pclose(work.pipe) } }
    while told < files.count {
      while working.count < test.jobs, let place = waiting.popLast() {
        working.append(Work(pipe: try start(files[place]), place: place))
      }
      for place in try read(working, &lines) {
        isDone[place] = true
        if let index = working.firstIndex(where: { $0.place == place }) {
          pclose(working.remove(at: index).pipe)
        }
      }
      while told < files.count, isDone[told] {
        try self.tell(lines[told], of: files[told], tell)
        told += 1
      }
    }
  }

  /// Reads what is there; the places of those that have ended.
  private func read(_ working: [Work], _ lines: inout [[UInt8]]) throws -> [Int] {
    var watched = working.map { pollfd(fd: fileno($0.pipe), events: Int16(POLLIN), revents: 0) }
    let presses = ControlC.presses
    if poll(&watched, nfds_t(watched.count), -1) < 0 || ControlC.presses != presses {
      throw ConsoleError.interrupted
    }
    var ended: [Int] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    for (place, watched) in zip(working.map(\.place), watched) where watched.revents != 0 {
      let count = Glibc.read(watched.fd, &piece, piece.count)
      if count > 0 { lines[place] += piece[..<count] } else { ended.append(place) }
    }
    return ended
  }

  private func tell(
    _ bytes: [UInt8], of file: TestFiles.Named, _ tell: (TestResult) throws -> Void
  ) throws {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let result = TestResult(line: line) {
        try tell(result)
      } else {
        try tell(
          TestResult(
            file: file.path, names: [file.path], line: 0, outcome: .failed, milliseconds: 0,
            message: String(decoding: line, as: UTF8.self)))
      }
    }
  }

  private func start(_ file: TestFiles.Named) throws(ConsoleError) -> UnsafeMutablePointer<FILE> {
    var words = ["test", "-o", "jsonl", "--quiet", "--seed", String(seed)]
    if let filter = test.filter { words += ["--filter", filter] }
    if test.isShuffled { words.append("--shuffle") }
    if options.isSandboxed { words.append("--sandbox") }
    if let clock = options.clock { words += ["--clock", clock.text] }
    if let cloud = options.cloud { words += ["--cloud", cloud] }
    if let timeout = options.timeout {
      words += ["--timeout", "\(Double(timeout.wholeMilliseconds) / 1000)"]
    }
    if let memory = options.maxMemory { words += ["--max-memory", String(memory >> 20)] }
    if let steps = options.maxInstructions { words += ["--max-instructions", String(steps)] }
    words += ["--", file.path + (file.line.map { ":\($0)" } ?? "")]
    let command = "exec /proc/\(getpid())/exe " + words.map(Self.quoted).joined(separator: " ")
    guard let pipe = popen(command + " 2>&1", "r") else {
      throw .terminal(reason: String(cString: strerror(errno)))
    }
    return pipe
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
