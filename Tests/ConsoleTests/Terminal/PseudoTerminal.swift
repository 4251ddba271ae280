import Glibc
import Testing

/// The real program on a pseudo terminal of its own, with a person's keys.
///
/// Every wait has a deadline; what the program wrote is part of the error when one passes.
final class PseudoTerminal {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  // The C library's names for these are hidden from Swift.
  // Source: https://man7.org/linux/man-pages/man2/TIOCSPTLCK.2const.html
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let newSession: Int16 = 0x80
  private static let takeMask: Int16 = 0x08

  private static let deadlineMilliseconds: Int32 = 60_000

  private let terminal: Int32
  private let process: pid_t
  private var unread: [UInt8] = []
  private var all: [UInt8] = []
  private var isReaped = false

  /// All that the program wrote so far.
  var screen: String { String(decoding: all, as: UTF8.self) }

  init(
    _ arguments: [String], home: String, environment: [String: String] = [:], columns: UInt16 = 80
  ) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    guard terminal >= 0, ioctl(terminal, Self.unlock, &lock) == 0,
      ioctl(terminal, Self.getNumber, &number) == 0
    else { throw Fault(description: "no pseudo terminal") }
    let name = "/dev/pts/\(number)"
    process = try Self.spawn(
      ["/usr/bin/env", "-C", home, try Self.program()] + arguments, on: name,
      environment: [
        "HOME": home, "TERM": "xterm", "LANG": "C.UTF-8", "INPUTRC": "/dev/null",
        "NO_COLOR": "1", "PAGER": "cat", "SWIFT_BACKTRACE": "enable=no",
      ].merging(environment) { $1 })
    try resize(columns: columns)
  }

  deinit {
    if !isReaped {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(terminal)
  }

  /// Types; `\r` is Enter, `\u{3}` is Ctrl-C.
  func type(_ keys: String) throws {
    let keys = Array(keys.utf8)
    var sent = 0
    while sent < keys.count {
      try drain(waitMilliseconds: 0)
      let count = keys[sent...].prefix(512).withUnsafeBytes {
        write(terminal, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Fault(description: "cannot type") }
      sent += count
    }
  }

  /// Gives the window another width, as dragging its edge does.
  func resize(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
      throw Fault(description: "cannot resize")
    }
  }

  /// Waits for text and gives what stood before it since the last wait. The marks by which a
  /// terminal tells a paste from typing are left out.
  @discardableResult
  func expect(_ text: String) throws -> String {
    while true {
      if let range = unread.firstRange(of: Array(text.utf8)) {
        defer { unread.removeFirst(range.upperBound) }
        return String(decoding: unread[..<range.lowerBound], as: UTF8.self)
      }
      guard try drain(waitMilliseconds: Self.deadlineMilliseconds) else {
        throw Fault(description: "never saw '\(text)'; the screen: \(screen)")
      }
    }
  }

  /// Waits until a prompt is the last thing on the screen: Ctrl-D is lost while no line is read.
  func expectPrompt() throws {
    while !screen.hasSuffix("> ") {
      guard try drain(waitMilliseconds: Self.deadlineMilliseconds) else {
        throw Fault(description: "no prompt; the screen: \(screen)")
      }
    }
  }

  /// Types a line, and waits for what comes of it.
  func enter(_ line: String, gives texts: String...) throws {
    try type(line + "\r")
    for text in texts { try expect(text) }
  }

  /// Ends the program by Ctrl-D at its prompt.
  func leave() throws {
    try expectPrompt()
    try type("\u{4}")
    #expect(try end() == 0)
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// Waits for the end; the status as waitpid has it.
  func end() throws -> Int32 {
    while try drain(waitMilliseconds: Self.deadlineMilliseconds) {}
    return try status()
  }

  /// Presses a key again and again until the program ends; the status as waitpid has it, or nil
  /// where that text comes instead.
  func end(pressing key: String, unless text: String = "\0") throws -> Int32? {
    for _ in 0..<200 {
      if unread.firstRange(of: Array(text.utf8)) != nil { return nil }
      try type(key)
      var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      while poll(&watched, 1, 50) > 0 {
        if try !drain(waitMilliseconds: 0) { return try status() }
      }
    }
    throw Fault(description: "it goes on; the screen: \(screen)")
  }

  private func status() throws -> Int32 {
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Fault(description: "no end") }
    isReaped = true
    return status
  }

  /// False at the end of output; throws where nothing comes in time.
  @discardableResult
  private func drain(waitMilliseconds: Int32) throws -> Bool {
    var watched = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    let ready = poll(&watched, 1, waitMilliseconds)
    if ready == 0 && waitMilliseconds == 0 { return true }
    guard ready > 0 else { throw Fault(description: "nothing came; the screen: \(screen)") }
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(terminal, &chunk, chunk.count)
    guard count > 0 else { return false }
    all += chunk[..<count]
    unread += chunk[..<count]
    for mark in ["\u{1B}[?2004h", "\u{1B}[?2004l\r"] {
      while let range = unread.firstRange(of: Array(mark.utf8)) { unread.removeSubrange(range) }
    }
    return true
  }

  /// The program is built beside the bundle that these tests are in.
  static func program() throws -> String {
    let maps = try #require(fopen("/proc/self/maps", "r"))
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.contains("PackageTests.xctest"), let start = text.firstIndex(of: "/"),
        let end = text.lastIndex(of: "/")
      else { continue }
      return text[start..<end] + "/lectern"
    }
    throw Fault(description: "where is the program?")
  }

  private static func spawn(
    _ words: [String], on name: String, environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The threads of a test run block signals, and a child would inherit that.
    var nothing = sigset_t()
    sigemptyset(&nothing)
    posix_spawnattr_setsigmask(&attributes, &nothing)
    posix_spawnattr_setflags(&attributes, newSession | takeMask)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], &actions, &attributes, arguments, variables) == 0 else {
      throw Fault(description: "cannot start \(words[0])")
    }
    return process
  }
}
