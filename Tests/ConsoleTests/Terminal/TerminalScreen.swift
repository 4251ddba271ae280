import Glibc
import Testing

@testable import Console

/// The real program in a terminal of tmux: what a person sees, sign by sign, where the cursor is,
/// and how it looks. Nothing of a person's own tmux is touched.
final class TerminalScreen {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// How long is waited for a screen. Unit: milliseconds.
  private static let patience = 30_000

  private let home: String
  private let socket: String
  /// tmux itself: it outlives whoever started it, and must not outlive the test.
  private var server: pid_t = 0

  /// Starts the program with arguments that need no quotes.
  init(
    _ arguments: [String] = [], home: String, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    self.home = home
    socket = home + "/tmux"
    let variables = [
      "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "INPUTRC": "/dev/null",
      "PAGER": "cat", "NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment) { $1 }.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
    let command =
      "cd '\(home)'; env -i PATH=/usr/bin:/bin \(variables) '\(try PseudoTerminal.program())' "
      + arguments.joined(separator: " ") + "; echo \"exit $?\"; exec sleep 100"
    try FileBytes.replace(home + "/start", with: Array((command + "\n").utf8))
    try tmux("-f /dev/null new-session -d -x \(columns) -y \(rows) 'sh \(home)/start'")
    server = pid_t(try tmux("display-message -p '#{pid}'").filter(\.isNumber)) ?? 0
    try tmux("set-option -g escape-time 0")
  }

  deinit { if server > 0 { kill(server, SIGKILL) } }

  /// Types text as it is.
  func type(_ text: String) throws {
    try FileBytes.replace(home + "/keys", with: Array(text.utf8))
    try tmux("load-buffer '\(home)/keys'")
    try tmux("paste-buffer -r -d")
  }

  /// Pastes text as a person does: the terminal marks it as pasted.
  func pasteAsPerson(_ text: String) throws {
    try FileBytes.replace(home + "/keys", with: Array(text.utf8))
    try tmux("load-buffer '\(home)/keys'")
    try tmux("paste-buffer -p -d")
  }

  /// Presses keys by tmux's names: `Enter`, `C-c`, `Up`, `M-Enter`.
  func press(_ keys: String...) throws {
    try tmux("send-keys " + keys.map { "'\($0)'" }.joined(separator: " "))
  }

  /// Types an input and Enter.
  func enter(_ text: String) throws {
    try type(text)
    try press("Enter")
  }

  /// What is on the screen, spaces at the ends of lines and empty lines at the end left out.
  func text(isStyled: Bool = false) throws -> String {
    var lines = try tmux("capture-pane -p" + (isStyled ? " -e" : ""))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines = lines.map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Where the cursor is: column and row, counted from 0.
  func cursor() throws -> (column: Int, row: Int) {
    let words = try tmux("display-message -p '#{cursor_x} #{cursor_y}'")
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard words.count == 2 else { throw Fault(description: "no cursor") }
    return (words[0], words[1])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window -x \(columns) -y \(rows)")
  }

  /// Waits until the screen is so; what it is then.
  @discardableResult
  func wait(isStyled: Bool = false, until holds: (String) -> Bool) throws -> String {
    var seen = ""
    for _ in 0..<(Self.patience / 20) {
      seen = try text(isStyled: isStyled)
      if holds(seen) { return seen }
      usleep(20_000)
    }
    throw Fault(description: "it never came; the screen:\n\(seen)")
  }

  /// Waits until the screen ends so: mostly a prompt.
  @discardableResult
  func wait(forEnd end: String) throws -> String { try wait { $0.hasSuffix(end) } }

  @discardableResult
  private func tmux(_ words: String) throws -> String {
    guard let pipe = popen("exec tmux -S '\(socket)' \(words) 2>&1", "r") else {
      throw Fault(description: "no tmux")
    }
    let output = try FileBytes.read(fileno(pipe), named: "tmux")
    let status = pclose(pipe)
    let text = String(decoding: output, as: UTF8.self)
    guard status == 0 else { throw Fault(description: "tmux \(words): \(text)") }
    return text
  }
}

/// Screens that are kept as files and reviewed like code; `scripts/check --record` writes them.
enum GoldenScreen {
  static func compare(_ screen: String, with name: String) throws {
    let path = "\(Document.root)/Tests/Screens/\(name).txt"
    if getenv("LECTERN_RECORD") != nil {
      try FileBytes.replace(path, with: Array((screen + "\n").utf8))
    }
    let kept = try Document("Tests/Screens/\(name).txt").lines.joined(separator: "\n")
    #expect(screen + "\n" == kept, "the screen \(name) differs:\n\(screen)")
  }
}
